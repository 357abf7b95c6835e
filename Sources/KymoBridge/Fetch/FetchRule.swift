public import KymoHTTP

/// A rule of a scripted server for some addresses.
public struct FetchRule: Sendable, Equatable {
  /// Which addresses.
  public enum Pattern: Sendable, Equatable {
    /// This one.
    case url(String)
    /// All that begin so.
    case prefix(String)
  }

  /// The addresses that it is about, without fragments.
  public var pattern: Pattern
  /// The only method that it is about; nil for any.
  public var method: String?
  /// How many requests it answers, 1 and up, before it is as if it were not there; nil for all.
  public var times: Int?
  /// The steps, in order.
  public var steps: [FetchStep]

  /// A rule.
  public init(
    _ pattern: Pattern,
    method: String? = nil,
    times: Int? = nil,
    steps: [FetchStep]
  ) {
    // A fetcher asks for the address as a web view writes it.
    self.pattern =
      switch pattern {
      case .url(let url): .url((try? FetchURL(url))?.textToSend ?? url)
      case .prefix: pattern
      }
    self.method = method
    self.times = times
    self.steps = steps
  }

  /// A rule that answers with a body, after a time.
  ///
  /// - Parameters:
  ///   - url: the address.
  ///   - body: the body.
  ///   - status: the status.
  ///   - fields: the header.
  ///   - delay: when the head comes after the request, in ns.
  ///   - chunkBytes: how many bytes come at once, 1 and up; nil for all.
  ///   - chunkDelay: how long after the head, and after each other, the pieces come, in ns.
  ///   - times: how many requests it answers; nil for all.
  public init(
    url: String,
    body: [UInt8],
    status: Int = 200,
    fields: [HTTPField] = [],
    after delay: Int64 = 0,
    chunkBytes: Int? = nil,
    chunkDelay: Int64 = 0,
    times: Int? = nil
  ) {
    self.init(
      .url(url),
      times: times,
      steps: [FetchStep(.respond(status, fields), after: delay)]
        + Self.pieces(of: body, bytes: chunkBytes, delay: chunkDelay) + [FetchStep(.end)]
    )
  }

  /// A body in pieces.
  static func pieces(of body: [UInt8], bytes: Int?, delay: Int64) -> [FetchStep] {
    guard !body.isEmpty else { return [] }
    let size = max(1, bytes ?? body.count)
    return stride(from: 0, to: body.count, by: size).map {
      FetchStep(.send(Array(body[$0..<min($0 + size, body.count)])), after: delay)
    }
  }

  /// Whether it is about a request of that method for that address.
  package func applies(to url: String, _ method: String) -> Bool {
    if let own = self.method, own != method { return false }
    return switch pattern {
    case .url(let own): own == url
    case .prefix(let prefix): url.hasPrefix(prefix)
    }
  }
}
