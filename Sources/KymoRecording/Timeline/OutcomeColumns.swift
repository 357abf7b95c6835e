public import KymoCore

/// How the events of one command ended, on a time line.
public struct OutcomeColumns: Sendable {
  /// The id of the command in the trace.
  public let command: UInt16
  /// The way in which they ended.
  public let status: OutcomeStatus
  /// How many of each column did.
  public internal(set) var counts: [UInt32]
}
