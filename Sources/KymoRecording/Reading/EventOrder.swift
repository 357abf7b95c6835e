import KymoCore
import KymoMCAP

/// By time, then by source, then by the segment of the file, which stands in the sequence.
enum EventOrder: MCAPMergeOrder {
  /// No event is before time zero: a file has no such times.
  @inline(__always) static func time(of event: borrowing Event) -> UInt64 {
    UInt64(bitPattern: event.timestamp)
  }

  @inline(__always) static func precedes(
    _ left: borrowing Event,
    _ right: borrowing Event
  ) -> Bool {
    if left.timestamp != right.timestamp { return left.timestamp < right.timestamp }
    if left.source != right.source { return left.source.rawValue < right.source.rawValue }
    return left.sequence < right.sequence
  }
}
