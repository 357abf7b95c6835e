/// A mistake put into a replay on purpose, to show that the checker finds it.
public enum ReplayFault: Sendable, Equatable {
  /// The event at this index is left out.
  case drop(UInt64)
  /// The payloads of the events at this index and the next are exchanged.
  case swap(UInt64)
  /// The lowest bit of the payload of the event at this index is flipped.
  case flip(UInt64)
}
