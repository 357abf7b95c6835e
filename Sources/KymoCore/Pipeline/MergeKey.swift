/// Where a queue stands in the order of dispatch: its next event, or how far it has promised.
///
/// Two words, so that most comparisons are one of the times.
@frozen @usableFromInline struct MergeKey: BitwiseCopyable, Sendable {
  /// The state that a queue is known to be in.
  @frozen @usableFromInline enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// Nothing yet, and nothing before the time: it goes before events of that time, which it may still bring.
    case promise
    /// An event.
    case event
    /// Nothing now, and nothing later.
    case never
  }

  @usableFromInline let timestamp: Int64
  /// Kind, source and sequence, from the highest bits down.
  @usableFromInline let rank: UInt64

  /// The key of an event.
  @inlinable init(_ event: borrowing Event) {
    timestamp = event.timestamp
    rank =
      UInt64(Kind.event.rawValue) << 40 | UInt64(event.source.rawValue) << 32
      | UInt64(event.sequence)
  }

  /// The key of an empty queue that brings nothing before `time`.
  @inlinable init(noneBefore time: Int64) {
    timestamp = time
    rank = UInt64(Kind.promise.rawValue) << 40
  }

  /// The key of an empty queue that has promised `time`; the last of all is that of one that is finished.
  @inlinable init(promised time: Int64) {
    timestamp = time
    rank = UInt64((time == .max ? Kind.never : .promise).rawValue) << 40
  }

  /// Whether it is that of an event.
  @inlinable var isEvent: Bool { rank >> 40 == UInt64(Kind.event.rawValue) }

  /// Whether it is that of an empty queue that may bring more.
  @inlinable var isPromise: Bool { rank >> 40 == UInt64(Kind.promise.rawValue) }

  /// Whether it is that of a queue that is finished.
  @inlinable var isNever: Bool { rank >> 40 == UInt64(Kind.never.rawValue) }

  /// Whether it goes before `other`; of events as `Event.precedes`.
  @inlinable func precedes(_ other: MergeKey) -> Bool {
    if timestamp != other.timestamp { return timestamp < other.timestamp }
    if (rank ^ other.rank) >> 32 != 0 { return rank < other.rank }
    return Int32(truncatingIfNeeded: rank &- other.rank) < 0
  }

  @inlinable static func != (one: MergeKey, other: MergeKey) -> Bool {
    one.timestamp != other.timestamp || one.rank != other.rank
  }
}
