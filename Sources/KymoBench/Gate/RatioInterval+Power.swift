import Glibc

extension RatioInterval {
  /// The smallest ratio that two batches like this one would have found with probability `power`.
  ///
  /// The standard error of the median is read from the bounds themselves: they are z(error) of them
  /// apart from the middle on either side (McKean and Schrader, Communications in Statistics B13, 1984).
  /// A shift beyond `threshold` by z(error) + z(power) of them passes a batch with the probability of
  /// the latter; both batches have to, hence the square root. (If the first batch was made larger until it was quiet enough,
  /// it seems a little quieter than it is: nine times in ten are then about three in four.) It is a figure for people: no verdict
  /// hangs on it.
  ///
  /// - Parameters:
  ///   - threshold: the share of a change that counts, such as 0.03.
  ///   - power: the probability of finding it.
  /// - Returns: HEAD over BASE, above 1.
  public func smallestVisible(threshold: Double, power: Double = 0.9) -> Double {
    let perError = Self.quantile(error)
    guard perError > 0 else { return .infinity }
    let halfWidth = log(high / low) / 2
    let perBatch = Self.quantile(1 - power.squareRoot())
    return (1 + threshold) * exp(halfWidth * (1 + perBatch / perError))
  }

  /// How many standard deviations from the middle a normal tail of this probability begins.
  static func quantile(_ tail: Double) -> Double {
    var low = 0.0
    var high = 38.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if 0.5 * erfc(middle * 0.5.squareRoot()) > tail { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
