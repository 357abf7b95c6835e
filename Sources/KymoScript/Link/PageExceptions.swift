/// The exceptions of a page's scripts that nobody caught.
public struct PageExceptions {
  /// How many are kept.
  public static var maximumKept: Int { 100 }

  /// The first ``maximumKept``.
  public private(set) var kept: [ScriptException] = []
  /// How many there were.
  public private(set) var count: UInt64 = 0

  /// None yet.
  init() {}

  /// The first of all; nil if there was none.
  public var first: ScriptException? { kept.first }

  /// Counts one.
  mutating func add(_ exception: ScriptException) {
    count += 1
    if kept.count < Self.maximumKept { kept.append(exception) }
  }
}
