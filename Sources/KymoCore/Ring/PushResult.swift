/// The fate of an element that was pushed.
public enum PushResult: Sendable, Equatable {
  /// It is in the ring.
  case pushed
  /// It is in the ring, and the oldest one is not any more.
  case replacedOldest
  /// The ring was full; the element was dropped and counted.
  case dropped
  /// It came before one that was already promised or pushed; it was refused and counted.
  case late
}
