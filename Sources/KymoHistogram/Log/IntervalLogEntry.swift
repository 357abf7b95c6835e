/// One interval of a log: when, and the histogram of what was measured then.
public struct IntervalLogEntry {
  /// The line of the log, from 1.
  public var line: Int
  /// The subject of the interval, such as a command; nil if it has no tag.
  public var tag: String?
  /// The start of the interval in ns, as the log counts: from the epoch, or from its start time.
  public var startNanoseconds: Int64
  /// How long the interval is, in ns.
  public var lengthNanoseconds: Int64
  /// The largest value in the unit of whoever wrote the log, which for times is mostly ms.
  public var loggedMaximum: Double
  /// The measured values.
  public var histogram: Histogram
}
