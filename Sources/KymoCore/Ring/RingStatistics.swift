/// Losses and delays of a ring since it was made; readable from any thread at any time.
public struct RingStatistics: Sendable, Equatable {
  /// Elements dropped on arrival because the ring was full.
  public var droppedNewest: UInt64
  /// Elements dropped from the ring to make room.
  public var droppedOldest: UInt64
  /// How many times a push had to wait for room.
  public var waits: UInt64
}
