/// A producer's way with an element that does not fit.
public enum OverflowPolicy: Sendable {
  /// Wait until the consumer has made room: nothing is lost.
  case wait
  /// Drop the element that was to be pushed, and count it.
  case dropNewest
  /// Drop the oldest element in the ring, and count it.
  ///
  /// While the consumer is reading the oldest in place, it cannot be taken away: then the newest is
  /// dropped, and counted as such.
  case dropOldest
}
