import KymoText

/// By how much runs that are looked at take longer than those that are not, round by round.
package struct ProfileOverhead {
  /// The runs' lengths over that of the plain run in the same round, in order of size.
  private let ratios: [Double]
  /// How long the plain runs take, in ns: the middle one.
  private let plain: Int64

  /// How long a plain run is at least, in ns, if others are compared with it.
  ///
  /// A shorter one is over before all threads are at work: what is seen then is how a run begins.
  static let shortest: Int64 = 20_000_000

  /// Holds runs against plain ones, whose lengths in ns are `plain`.
  package init(_ ratios: [Double], plain: [Int64]) {
    let middle = plain.isEmpty ? 0 : plain.sorted()[plain.count / 2]
    self.ratios = middle < Self.shortest ? [] : ratios.sorted()
    self.plain = middle
  }

  /// How many rounds there were.
  var rounds: Int { ratios.count }
  /// The middle one, less 1.
  var median: Double? { ratios.isEmpty ? nil : ratios[ratios.count / 2] - 1 }
  /// The ratio that a quarter of the rounds does not exceed, less 1.
  var lowerQuartile: Double? { ratios.isEmpty ? nil : ratios[ratios.count / 4] - 1 }
  /// The ratio that three quarters do not exceed, less 1.
  var upperQuartile: Double? { ratios.isEmpty ? nil : ratios[ratios.count * 3 / 4] - 1 }

  /// The overhead in words.
  package var text: String {
    guard let median, let lowerQuartile, let upperQuartile else {
      guard plain > 0, plain < Self.shortest else { return "not measured" }
      return "not measured: a run takes \(NumberText.fixed(Double(plain) / 1e6, decimals: 1)) ms, "
        + "and below \(Self.shortest / 1_000_000) ms that tells how runs begin"
    }
    guard rounds > 3 else {
      return "\(Self.percent(median)), in \(rounds) round\(rounds == 1 ? "" : "s")"
    }
    return "\(Self.percent(median)) (half of the rounds \(Self.percent(lowerQuartile)) to "
      + "\(Self.percent(upperQuartile)))"
  }

  private static func percent(_ share: Double) -> String {
    (share < 0 ? "" : "+") + NumberText.fixed(share * 100, decimals: 1) + " %"
  }
}
