import KymoHTTP

/// The shortening service of the browser: long URLs in, short ones out.
///
/// The same long URL gives the same short one, and the first is 1: what a session was answered does not depend
/// on chance.
package struct URLShortener: Sendable {
  private var keys: [String: Int] = [:]
  private var urls: [String] = []
  private let limit: Int

  /// Makes a service that keeps at most `limit` URLs.
  package init(limit: Int) { self.limit = limit }

  /// How many there are.
  package var count: Int { urls.count }

  /// The key of a URL, in base 36; nil if there are too many.
  package mutating func key(for url: String) -> String? {
    if let number = keys[url] { return String(number, radix: 36) }
    guard urls.count < limit else { return nil }
    urls.append(url)
    keys[url] = urls.count
    return String(urls.count, radix: 36)
  }

  /// The URL of a key.
  package func url(for key: String) -> String? {
    guard let number = Int(key, radix: 36), number >= 1, number <= urls.count,
      String(number, radix: 36) == key
    else { return nil }
    return urls[number - 1]
  }

  /// Decodes the value of `url=`, up to the next `&`, in a query; nil if it is none, or not UTF-8.
  ///
  /// A plus stands for itself, as `stringByAddingPercentEscapes` left it; an ampersand, which that left too,
  /// cuts the URL.
  package static func url(in query: ArraySlice<UInt8>) -> String? {
    guard query.starts(with: "url=".utf8) else { return nil }
    return PercentEscapes.decode(query.dropFirst(4).prefix { $0 != UInt8(ascii: "&") })
  }

  /// Whether a URL is one that can be gone to: `http` or `https`, without spaces and control characters.
  package static func isAcceptable(_ url: String) -> Bool {
    let lower = url.prefix(8).lowercased()
    return (lower.hasPrefix("http://") || lower.hasPrefix("https://"))
      && url.utf8.count <= 8192
      && !url.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
  }

  // MARK: The service

  /// Where the service lies on its server.
  package static var path: String { "/Squeeze.svc/" }

  /// Answers `GET /Squeeze.svc/text/KEY?url=LONG`.
  ///
  /// - Parameters:
  ///   - path: the path of the request, as it was sent.
  ///   - query: what stands behind the question mark.
  ///   - base: what a short URL begins with, before its key.
  /// - Returns: the status, and the short URL or a line that says what is wrong.
  package mutating func answer(
    path: ArraySlice<UInt8>,
    query: ArraySlice<UInt8>,
    base: String
  ) -> (status: Int, text: String) {
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 4, parts[2].elementsEqual("text".utf8), !parts[3].isEmpty else {
      return (404, "the service is /Squeeze.svc/text/KEY?url=URL")
    }
    guard let url = Self.url(in: query), Self.isAcceptable(url) else {
      return (400, "url= takes a percent-escaped http or https URL of at most 8,192 bytes")
    }
    guard let key = key(for: url) else { return (507, "there are \(limit) short URLs already") }
    return (200, base + key)
  }
}
