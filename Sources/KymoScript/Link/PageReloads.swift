/// How often a page was loaded anew, by faults and by itself, and whether that never comes to an end.
public struct PageReloads {
  /// How often a page may be loaded anew at one moment.
  static var maximumInARow: Int { 100 }

  /// How often faults have loaded the page anew.
  public private(set) var count: UInt64 = 0
  /// How often the page has loaded itself anew, or another page.
  public private(set) var navigations: UInt64 = 0
  private var inARow = 0
  private var last = Int64.min

  /// None yet.
  init() {}

  /// Counts one by a fault.
  ///
  /// - Throws: ``WebViewError/reloads(_:)`` if there were too many at one moment.
  mutating func note(at time: Int64) throws(WebViewError) {
    count += 1
    guard isFew(at: time) else { throw .reloads(inARow) }
  }

  /// Counts one by the page.
  ///
  /// - Parameters:
  ///   - time: the moment, in ns.
  ///   - file: the page that goes.
  ///   - destination: the page that comes.
  /// - Throws: ``WebViewError/navigations(_:from:to:)`` if there were too many at one moment.
  mutating func note(
    at time: Int64,
    from file: String,
    to destination: String
  ) throws(WebViewError) {
    navigations += 1
    guard isFew(at: time) else { throw .navigations(inARow, from: file, to: destination) }
  }

  private mutating func isFew(at time: Int64) -> Bool {
    inARow = time == last ? inARow + 1 : 1
    last = time
    return inARow <= Self.maximumInARow
  }
}
