/// The counts of a queue of calls since it was made.
public struct CallQueueCounts: Equatable, Sendable {
  /// Calls made by the page: sent, waiting or lost.
  public var made: UInt64 = 0
  /// Calls that went into flight.
  public var sent: UInt64 = 0
  /// Calls in flight that were acknowledged.
  public var acknowledged: UInt64 = 0
  /// Calls for which there was no room.
  public var dropped: UInt64 = 0
  /// Calls in flight whose acknowledgement did not come in time.
  public var timedOut: UInt64 = 0
  /// Calls in flight or waiting when the page was left.
  public var abandoned: UInt64 = 0
  /// Acknowledgements of a call that is not in flight.
  public var unexpectedAcknowledgements: UInt64 = 0
  /// The most calls that ever waited.
  public var mostWaiting = 0
}
