/// Brings the time since the phone was started to UTC: it has ns where UTC has ms, and nobody sets it.
///
/// The first line that has both tells how far they are apart. A kind of lines whose first one disagrees by a second
/// counts from elsewhere, and has a distance of its own.
struct GnssClock {
  private var shared: Int64?
  private var own: [Int64?] = GnssLine.allCases.map { _ in nil }

  /// From 1933 to 2116, in ns since 1970.
  private static let timeRange: ClosedRange<Int64> = -(1 << 60)...1 << 62
  private static let second: Int64 = 1_000_000_000

  /// The time of a line.
  ///
  /// - Parameters:
  ///   - line: its kind.
  ///   - utc: ns since 1970, of whole ms; nil if it does not say.
  ///   - elapsed: ns since the phone was started; nil or 0 if it does not say.
  /// - Returns: ns since 1970; nil if it has none that can be.
  mutating func time(_ line: GnssLine, utc: Int64?, elapsed: Int64?) -> Int64? {
    guard let utc, Self.timeRange ~= utc else { return nil }
    guard let elapsed, 1...1 << 61 ~= elapsed else { return utc }
    if let offset = own[line.rawValue] { return elapsed + offset }
    var offset = utc - elapsed
    if let shared, abs(offset - shared) < Self.second { offset = shared }
    if shared == nil { shared = offset }
    own[line.rawValue] = offset
    return elapsed + offset
  }
}
