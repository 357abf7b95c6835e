/// The method of a request, as far as any path knows it.
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

  init(_ text: String) {
    switch text {
    case "GET": self = .get
    case "HEAD": self = .head
    case "POST": self = .post
    case "OPTIONS": self = .options
    default: self = .other
    }
  }
}
