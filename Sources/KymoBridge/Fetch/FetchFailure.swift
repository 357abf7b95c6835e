/// Why a request came to nothing; the raw value is the name under which a script knows it.
public enum FetchFailure: String, Error, Sendable, Equatable, CaseIterable {
  /// Whoever asked took it back.
  case cancelled
  /// The text is no address.
  case badURL
  /// A method or a field of the header that cannot be sent.
  case badRequest
  /// There was no end in time.
  case timedOut
  /// An address of another kind than `http` and `https`.
  case unsupportedURL
  /// A server of that name is not known.
  case hostNotFound
  /// No connection came about.
  case couldNotConnect
  /// The connection ended too early.
  case connectionLost
  /// Redirects without an end.
  case tooManyRedirects
  /// A redirect that was not to be followed.
  case redirected
  /// An answer that is not HTTP.
  case badResponse
  /// A body longer than the limit, or a head.
  case tooLong
  /// No secure connection came about.
  case secureConnectionFailed
  /// More requests in flight than the fetcher has room for.
  case tooManyRequests

  /// The number of the same error of an NSURLConnection; cancelled is -999.
  public var code: Int {
    switch self {
    case .cancelled: -999
    case .badURL: -1000
    case .timedOut: -1001
    case .unsupportedURL: -1002
    case .hostNotFound: -1003
    case .couldNotConnect: -1004
    case .connectionLost: -1005
    case .tooManyRedirects, .redirected: -1007
    case .badResponse: -1011
    case .tooLong: -1103
    case .secureConnectionFailed: -1200
    case .tooManyRequests, .badRequest: -1
    }
  }

  /// The text that a phone's user reads, as `localizedDescription` has it.
  public var description: String {
    switch self {
    case .cancelled: "The operation was cancelled."
    case .badURL: "bad URL"
    case .badRequest: "bad request"
    case .timedOut: "The request timed out."
    case .unsupportedURL: "unsupported URL"
    case .hostNotFound: "A server with the specified hostname could not be found."
    case .couldNotConnect: "Could not connect to the server."
    case .connectionLost: "The network connection was lost."
    case .tooManyRedirects: "too many HTTP redirects"
    case .redirected: "a redirect was refused"
    case .badResponse: "bad server response"
    case .tooLong: "resource exceeds maximum size"
    case .secureConnectionFailed: "A secure connection to the server could not be made."
    case .tooManyRequests: "too many requests"
    }
  }
}

extension FetchFailure: CustomStringConvertible {}
