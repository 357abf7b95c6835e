/// The rules of the servers of a ``ScriptedFetcher``.
public struct FetchScript: Sendable, Equatable {
  /// A shortening service: `GET http://SERVER/Squeeze.svc/text/KEY?url=LONG`, and its short URLs.
  public struct Shortener: Sendable, Equatable {
    /// The name of its server, such as `api.x.co`, over `http` or `https`, whichever is asked.
    public var server: String
    /// The beginning of a short URL, before its key.
    public var base: String
    /// How many URLs it keeps.
    public var limit: Int
    /// When its answer comes after the request, in ns.
    public var delayNanoseconds: Int64

    /// That of the browser's book, which answers after a tenth of a second.
    public init(
      server: String = "api.x.co",
      base: String = "http://x.co/",
      limit: Int = 10_000,
      delayNanoseconds: Int64 = 100_000_000
    ) {
      self.server = server
      self.base = base
      self.limit = limit
      self.delayNanoseconds = delayNanoseconds
    }
  }

  /// The rules, of which the first that applies is taken; they come before the service.
  public var rules: [FetchRule]
  /// The shortening service; nil if there is none.
  public var shortener: Shortener?
  /// When a server that no rule knows is given up, in ns: what no rule knows could not be connected to.
  public var unreachableNanoseconds: Int64 = 50_000_000

  /// The servers of web sockets, of which the first that applies is taken.
  public var sockets: [SocketRule] = []

  /// A script; with the shortening service unless told otherwise.
  public init(_ rules: [FetchRule] = [], shortener: Shortener? = Shortener()) {
    self.rules = rules
    self.shortener = shortener
  }
}
