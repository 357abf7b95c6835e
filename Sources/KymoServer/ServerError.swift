/// Why a server cannot start.
public enum ServerError: Error, Equatable, CustomStringConvertible {
  /// An address that is none, or not of this machine: the text.
  case address(String)
  /// The port is taken, or must not be used: the address with the port, and the system's reason.
  case socket(String, String)
  /// It did not start: why.
  case start(String)
  /// A key or a certificate cannot be used: which, and why.
  case certificate(String, String)
  /// The server must not serve as it was asked to.
  case refused(String)

  /// One line.
  public var description: String {
    switch self {
    case .address(let text): "'\(text)' is not a numeric address, such as 127.0.0.1 or ::1"
    case .socket(let place, let why): "\(place): \(why)"
    case .start(let why): "the server did not start: \(why)"
    case .certificate(let what, let why): "\(what): \(why)"
    case .refused(let why): why
    }
  }
}
