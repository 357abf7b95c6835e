/// The fate of a request for the location.
public enum LocationRequest: Sendable, Hashable {
  /// The location manager was off and runs now.
  case started
  /// It runs already; this request gets the same answer as the one that started it.
  case coalesced
}
