/// The shortening service of the browser: long URLs in, short ones out.
///
/// The same long URL gives the same short one, and the first is 1: what a session was answered does not depend
/// on chance.
struct URLShortener {
  private var keys: [String: Int] = [:]
  private var urls: [String] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// How many there are.
  var count: Int { urls.count }

  /// The key of a URL, in base 36; nil if there are too many.
  mutating func key(for url: String) -> String? {
    if let number = keys[url] { return String(number, radix: 36) }
    guard urls.count < limit else { return nil }
    urls.append(url)
    keys[url] = urls.count
    return String(urls.count, radix: 36)
  }

  /// The URL of a key.
  func url(for key: String) -> String? {
    guard let number = Int(key, radix: 36), number >= 1, number <= urls.count,
      String(number, radix: 36) == key
    else { return nil }
    return urls[number - 1]
  }

  /// Decodes the value of `url=` in a query; nil if it is none, or not UTF-8.
  ///
  /// A plus stands for itself, as `stringByAddingPercentEscapes` left it.
  static func url(in query: ArraySlice<UInt8>) -> String? {
    guard query.starts(with: "url=".utf8) else { return nil }
    return PercentEscapes.decode(query.dropFirst(4))
  }

  /// Whether a URL is one that can be gone to: `http` or `https`, without spaces and control characters.
  static func isAcceptable(_ url: String) -> Bool {
    let lower = url.prefix(8).lowercased()
    return (lower.hasPrefix("http://") || lower.hasPrefix("https://"))
      && url.utf8.count <= 8192
      && !url.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
  }
}

/// Percent escapes of a URL.
enum PercentEscapes {
  /// The text that they stand for; nil for half an escape, or what is not UTF-8.
  static func decode(_ text: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "%") else {
        bytes.append(text[index])
        index += 1
        continue
      }
      guard index + 2 < text.endIndex, let high = digit(text[index + 1]),
        let low = digit(text[index + 2])
      else { return nil }
      bytes.append(high << 4 | low)
      index += 3
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
