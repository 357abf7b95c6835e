/// How much a ``Fetcher`` takes on.
public struct FetchLimits: Sendable, Equatable {
  /// Requests in flight, 1 and up; one more is a failure.
  public var requests: Int
  /// Bytes of a body, after decoding, 0 and up; a longer one is a failure.
  public var bodyBytes: Int
  /// Redirects that are followed, 0 and up.
  public var redirects: Int

  /// 64 requests, 16 MiB and 20 redirects unless given.
  ///
  /// - Precondition: all are in their ranges.
  public init(requests: Int = 64, bodyBytes: Int = 1 << 24, redirects: Int = 20) {
    precondition(requests >= 1 && bodyBytes >= 0 && redirects >= 0, "a limit is out of range")
    self.requests = requests
    self.bodyBytes = bodyBytes
    self.redirects = redirects
  }
}
