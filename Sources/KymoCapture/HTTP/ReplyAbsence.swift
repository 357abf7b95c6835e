/// Why a request has no reply; the raw values are stable names.
public enum ReplyAbsence: String, Sendable, CaseIterable {
  /// The connection ended before there was one.
  case connectionEnded = "connection-ended"
  /// The capture ended before there was one.
  case captureEnded = "capture-ended"
  /// It lies in a hole, at least its beginning.
  case lostInHole = "lost-in-hole"
  /// The bytes behind a hole or an error cannot be told to be its reply.
  case pairingLost = "pairing-lost"
  /// The bytes in its place have no status line of HTTP/1.
  case unreadable = "reply-unreadable"
}
