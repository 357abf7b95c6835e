/// What is asked of a server: the request of a page, of a script or of a connection.
public struct FetchRequest: Sendable, Equatable {
  /// What becomes of an answer that leads elsewhere.
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
  public var fields: [FetchField]
  /// The body; empty for none.
  public var body: [UInt8]
  /// What becomes of an answer that leads elsewhere.
  public var redirects: Redirects

  /// Describes a request; a GET that is redirected unless told otherwise.
  public init(
    _ url: String,
    method: String = "GET",
    fields: [FetchField] = [],
    body: [UInt8] = [],
    redirects: Redirects = .follow
  ) {
    self.url = url
    self.method = method
    self.fields = fields
    self.body = body
    self.redirects = redirects
  }
}
