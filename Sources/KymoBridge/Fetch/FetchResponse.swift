public import KymoHTTP

/// The head of an answer.
public struct FetchResponse: Sendable, Equatable {
  /// The status, 100...599.
  public var status: Int
  /// The header.
  public var fields: [HTTPField]
  /// Where the answer came from: the address that the last redirect led to, with the fragment of the request
  /// unless that has one of its own.
  public var url: String
  /// How often the request was redirected.
  public var redirects: Int

  /// Puts a head together.
  public init(_ status: Int, fields: [HTTPField] = [], url: String, redirects: Int = 0) {
    self.status = status
    self.fields = fields
    self.url = url
    self.redirects = redirects
  }
}
