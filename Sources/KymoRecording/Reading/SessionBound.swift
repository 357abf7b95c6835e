/// How far events are read: up to a time, or up to a number.
struct SessionBound {
  /// The last time that an event may have, in ns.
  var lastTime = Int64.max
  /// No event of this number or a higher one, from 0.
  var number = UInt64.max
  /// How many events were given out or passed over.
  var passed: UInt64 = 0

  /// The place of the last event that was given out; nil before the first.
  var last: MergePlace?

  /// How many more may come by their number.
  @inline(__always) var left: Int { Int(clamping: number &- min(number, passed)) }

  /// Whether the next event, if it has this time, lies behind.
  @inline(__always) func excludes(_ timestamp: Int64) -> Bool {
    timestamp > lastTime || passed >= number
  }
}
