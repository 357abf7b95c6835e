import KymoMCAP

/// The part of a recording that a cut keeps: what meets every one of its conditions.
public struct CutSelection: Sendable, Equatable {
  /// The earliest log time, in ns; nil from the start.
  public var start: UInt64?
  /// The log time before which the cut ends, in ns; nil to the end.
  public var end: UInt64?
  /// The steps, by the number that a replay gives them; nil for all.
  ///
  /// Inputs stay. So does what no handler hears, if it lies between them in time; at the time of the first or last
  /// of them, it goes with what comes later.
  public var steps: Range<UInt64>?
  /// The topics that stay; nil for all.
  public var topics: [String]?
  /// The topics that go.
  public var without: [String] = []
  /// The names of the commands whose inputs stay; nil for all.
  ///
  /// Messages that are no input of the app have no command, and go.
  public var commands: [String]?

  /// Everything.
  public init() {}

  /// Whether an app has to say what is what.
  public var needsApp: Bool { steps != nil || commands != nil }

  /// The log times that stay, in ns.
  package var times: ClosedRange<UInt64> {
    let start = start ?? 0
    guard let end else { return start...UInt64.max }
    return start...max(start, end > 0 ? end - 1 : 0)
  }

  /// Whether a topic stays.
  func keeps(_ topic: String) -> Bool {
    !without.contains(topic) && topics?.contains(topic) != false
  }

  /// The conditions, as pairs of a metadata record.
  var entries: MCAPStringMap {
    var map = MCAPStringMap()
    if let start { map["start"] = String(start) }
    if let end { map["end"] = String(end) }
    if let steps { map["events"] = Self.text(steps) }
    for (key, names) in [("channels", topics), ("without", without), ("commands", commands)] {
      for (index, name) in (names ?? []).enumerated() { map["\(key)/\(index)"] = name }
    }
    return map
  }

  private static func text(_ steps: Range<UInt64>) -> String {
    "\(steps.lowerBound).." + (steps.upperBound == .max ? "" : String(steps.upperBound))
  }
}
