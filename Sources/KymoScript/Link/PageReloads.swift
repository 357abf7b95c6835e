/// How often faults have loaded a page anew, and whether they never come to an end.
public struct PageReloads {
  /// How often a page may be loaded anew at one moment.
  static var maximumInARow: Int { 100 }

  /// How often the page was loaded anew.
  public private(set) var count: UInt64 = 0
  private var inARow = 0
  private var last = Int64.min

  /// None yet.
  init() {}

  /// Counts one.
  ///
  /// - Throws: ``WebViewError/reloads(_:)`` if there were too many at one moment.
  mutating func note(at time: Int64) throws(WebViewError) {
    count += 1
    inARow = time == last ? inARow + 1 : 1
    last = time
    guard inARow <= Self.maximumInARow else { throw .reloads(inARow) }
  }
}
