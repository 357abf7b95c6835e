/// The decision about a call that a page made.
public enum CallAdmission: Equatable, Sendable {
  /// It is in flight, with this number.
  case inFlight(UInt64)
  /// It waits, with this number.
  case queued(UInt64)
  /// There was no room; the number stays unused, so that the gap shows.
  case dropped(UInt64)
}
