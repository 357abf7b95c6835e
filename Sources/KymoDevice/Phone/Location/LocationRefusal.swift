/// Why a fix that was delivered is not used.
public enum LocationRefusal: Sendable, Hashable {
  /// Nobody has asked for one since the last was accepted.
  case notRunning
  /// The request is past its deadline.
  case late
  /// The fix is too old, or too far in the future.
  case stale
  /// The fix before is too far away, or there is none.
  case notSettled
}
