extension FetchScript {
  /// The longest text of a script, in bytes.
  public static var maximumBytes: Int { 1 << 22 }
  /// The most rules of a script.
  public static var maximumRules: Int { 10_000 }
  /// The longest delay, in ns: a day.
  public static var maximumDelayNanoseconds: Int64 { 86_400_000_000_000 }

  /// Reads a script.
  ///
  ///     {"rules": [
  ///       {"url": "http://a.example/", "text": "<h1>A</h1>", "delayNanoseconds": 2000000, "chunkBytes": 1},
  ///       {"url": "http://a.example/old", "redirect": "/", "status": 301},
  ///       {"url": "http://b.example/", "failure": "connectionLost", "times": 1},
  ///       {"prefix": "http://b.example/", "status": 404, "fields": {"Content-Type": "text/plain"},
  ///        "chunks": [{"text": "no"}, {"delayNanoseconds": 5000000000, "hex": "c3a9"}]}
  ///     ], "shortener": {"server": "api.x.co", "base": "http://x.co/", "limit": 100}}
  ///
  /// A rule has a `url` or a `prefix`; it says `redirect`, `failure`, or what the body is: `text`, `hex`, or
  /// `chunks`, of which one may also have a `status` and `fields` of its own, which begin a further response,
  /// or end it all with a `failure`. `"shortener": null` leaves the service out.
  ///
  /// `sockets` are servers of web sockets:
  ///
  ///     {"sockets": [
  ///       {"url": "wss://a.example/feed", "protocol": "v1", "delayNanoseconds": 2000000,
  ///        "open": [{"text": "hello"}, {"delayNanoseconds": 1000000000, "hex": "00ff"}],
  ///        "answers": [{"text": "ping", "times": 1, "then": [{"text": "pong"}]},
  ///                    {"prefix": "bye", "then": [{"close": 1000, "reason": "done"}]},
  ///                    {"then": [{"echo": true}]}]},
  ///       {"prefix": "ws://b.example/", "failure": "couldNotConnect"}
  ///     ]}
  ///
  /// - Parameter text: JSON, at most ``maximumBytes``.
  /// - Throws: what is wrong, and where.
  public init(json text: RawSpan) throws(FetchScriptError) {
    guard text.byteCount <= Self.maximumBytes else {
      throw FetchScriptError(
        line: 1,
        pointer: "",
        problem: "a script has at most \(Self.maximumBytes) bytes"
      )
    }
    var reader = FetchScriptReader(byteCount: text.byteCount)
    self = try reader.read(text)
  }

  /// Reads a script.
  ///
  /// - Throws: as ``init(json:)``.
  public init(json text: String) throws(FetchScriptError) {
    self = try text.withRawUTF8 { (text) throws(FetchScriptError) in try FetchScript(json: text) }
  }
}
