public import KymoBridge

/// How much a ``CurlFetcher`` takes on, and how long it waits.
public struct CurlLimits: Sendable, Equatable {
  /// Requests, bytes of a body and redirects.
  public var fetch: FetchLimits
  /// Bytes of a head, those of interim answers included, 1 and up; a longer one is a failure.
  public var headBytes: Int
  /// How long a connection may take to come about, in ms, 1 and up.
  public var connectMilliseconds: Int
  /// How long each request of a series of redirects may take, in ms, 1 and up.
  public var totalMilliseconds: Int
  /// Whether the proxies are used that the environment names (`http_proxy` and the like).
  public var usesProxy: Bool

  /// The usual limits of a fetcher, 64 KiB of head, 10 s, 60 s and the environment's proxies, unless given.
  ///
  /// - Precondition: all are in their ranges.
  public init(
    fetch: FetchLimits = FetchLimits(),
    headBytes: Int = 1 << 16,
    connectMilliseconds: Int = 10_000,
    totalMilliseconds: Int = 60_000,
    usesProxy: Bool = true
  ) {
    precondition(
      headBytes >= 1 && connectMilliseconds >= 1 && totalMilliseconds >= 1,
      "a limit is out of range"
    )
    self.fetch = fetch
    self.headBytes = headBytes
    self.connectMilliseconds = connectMilliseconds
    self.totalMilliseconds = totalMilliseconds
    self.usesProxy = usesProxy
  }
}
