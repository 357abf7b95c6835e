/// The method of a request, as far as any path of a server knows it.
public enum HTTPMethod: UInt8, Sendable {
  /// Reads.
  case get
  /// Reads the header alone.
  case head
  /// Sends a body.
  case post
  /// Asks what may be done.
  case options
  /// Anything else.
  case other

  /// Reads a name, in which case matters.
  package init(_ text: String) {
    switch text {
    case "GET": self = .get
    case "HEAD": self = .head
    case "POST": self = .post
    case "OPTIONS": self = .options
    default: self = .other
    }
  }

  /// Whether asking twice by a method is as good as asking once (RFC 9110 9.2.2).
  package static func isIdempotent(_ name: String) -> Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(name)
  }
}
