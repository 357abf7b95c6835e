import KymoText

/// By how much runs that are looked at take longer than those that are not, round by round.
struct ProfileOverhead {
  /// The runs' lengths over that of the plain run in the same round, in order of size.
  private let ratios: [Double]

  /// Holds runs against plain ones.
  init(_ ratios: [Double]) { self.ratios = ratios.sorted() }

  /// How many rounds there were.
  var rounds: Int { ratios.count }
  /// The middle one, less 1.
  var median: Double? { ratios.isEmpty ? nil : ratios[ratios.count / 2] - 1 }
  /// What a quarter of the rounds does not exceed, less 1.
  var lowerQuartile: Double? { ratios.isEmpty ? nil : ratios[ratios.count / 4] - 1 }
  /// What three quarters do not exceed, less 1.
  var upperQuartile: Double? { ratios.isEmpty ? nil : ratios[ratios.count * 3 / 4] - 1 }

  /// The overhead in words.
  var text: String {
    guard let median, let lowerQuartile, let upperQuartile else { return "not measured" }
    guard rounds > 3 else { return "\(Self.percent(median)), in \(rounds) rounds" }
    return "\(Self.percent(median)) (half of the rounds \(Self.percent(lowerQuartile)) to "
      + "\(Self.percent(upperQuartile)))"
  }

  private static func percent(_ share: Double) -> String {
    (share < 0 ? "" : "+") + NumberText.fixed(share * 100, decimals: 1) + " %"
  }
}
