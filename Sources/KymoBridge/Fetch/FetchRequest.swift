public import KymoHTTP

/// A request to a server, by a page, a script or a connection.
public struct FetchRequest: Sendable, Equatable {
  /// A rule for answers that lead elsewhere.
  public enum Redirects: Sendable, Equatable {
    /// It is followed, at most ``FetchLimits/redirects`` times.
    case follow
    /// It is a failure, ``FetchFailure/redirected``.
    case refuse
    /// It is the response, to be looked at by whoever asked.
    case deliver
  }

  /// The method, such as GET.
  public var method: String
  /// The address: `http` or `https`; a fragment is not sent.
  public var url: String
  /// The header, less what the fetcher adds by itself.
  public var fields: [HTTPField]
  /// The body; empty for none.
  public var body: [UInt8]
  /// The rule for answers that lead elsewhere.
  public var redirects: Redirects

  /// Describes a request; a GET that is redirected unless told otherwise.
  public init(
    _ url: String,
    method: String = "GET",
    fields: [HTTPField] = [],
    body: [UInt8] = [],
    redirects: Redirects = .follow
  ) {
    self.url = url
    self.method = method
    self.fields = fields
    self.body = body
    self.redirects = redirects
  }

  /// Whether method and header can be sent: tokens, and values without line breaks (RFC 9110 5.1, 5.5, 9.1).
  package var isSound: Bool {
    HTTPGrammar.isToken(method) && fields.allSatisfy(\.isSound)
  }

  /// The method with which a redirect of that status is followed.
  package static func method(_ method: String, after status: Int) -> String {
    if status == 303, method != "HEAD" { return "GET" }
    return method == "POST" && status < 303 ? "GET" : method
  }
}
