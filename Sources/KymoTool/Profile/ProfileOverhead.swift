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
  /// The least, less 1.
  var least: Double? { ratios.first.map { $0 - 1 } }
  /// The greatest, less 1.
  var greatest: Double? { ratios.last.map { $0 - 1 } }

  /// The overhead in words.
  var text: String {
    guard let median, let least, let greatest else { return "not measured" }
    guard rounds > 1 else { return "\(Self.percent(median)) in one round" }
    return "\(Self.percent(median)) (\(Self.percent(least)) to \(Self.percent(greatest)))"
  }

  private static func percent(_ share: Double) -> String {
    (share < 0 ? "" : "+") + NumberText.fixed(share * 100, decimals: 1) + " %"
  }
}
