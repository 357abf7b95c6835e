/// An absolute `http` or `https` URL, taken apart: what a fetcher asks, and where links lead.
public struct FetchURL: Sendable, Equatable {
  /// `http` or `https`.
  public private(set) var scheme: String
  /// The name of the server with its port, if that is given; the name in small letters.
  public private(set) var authority: String
  /// The path; begins with a slash.
  public private(set) var path: String
  /// The part behind the question mark; nil if there is none.
  public private(set) var query: String?
  /// The part behind the number sign, which is not sent; nil if there is none.
  public var fragment: String?

  /// The longest URL, in bytes.
  public static var maximumBytes: Int { 1 << 16 }

  /// Takes a URL apart, as a web view writes it: scheme and server in small letters, a path at least `/`.
  ///
  /// - Parameter text: the URL, of visible ASCII.
  /// - Throws: ``FetchFailure/badURL`` for what is none, ``FetchFailure/unsupportedURL`` for other schemes.
  public init(_ text: String) throws(FetchFailure) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumBytes,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw .badURL }
    guard let colon = text.firstIndex(of: ":") else { throw .unsupportedURL }
    scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { throw .unsupportedURL }
    var rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("//") else { throw .badURL }
    rest = rest.dropFirst(2)
    if let mark = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    authority = rest[..<slash].lowercased()
    path = slash == rest.endIndex ? "/" : String(rest[slash...])
    // A name and a password are nothing to write into an address.
    guard !authority.isEmpty, !authority.hasPrefix(":"), !authority.contains("@") else {
      throw .badURL
    }
  }

  /// The URL as text.
  public var text: String { textToSend + (fragment.map { "#" + $0 } ?? "") }

  /// The URL as text without its fragment.
  public var textToSend: String {
    "\(scheme)://\(authority)\(path)" + (query.map { "?" + $0 } ?? "")
  }

  /// Where a link on this page leads (RFC 3986 5.2).
  ///
  /// - Parameter link: the link: a whole URL, or a part of one.
  /// - Returns: the whole URL.
  /// - Throws: as ``init(_:)``.
  public func resolving(_ link: String) throws(FetchFailure) -> FetchURL {
    if Self.hasScheme(link) { return try FetchURL(link) }
    if link.hasPrefix("//") { return try FetchURL("\(scheme):\(link)") }
    let base = "\(scheme)://\(authority)"
    if link.isEmpty { return try FetchURL(textToSend) }
    if link.hasPrefix("#") { return try FetchURL(textToSend + link) }
    if link.hasPrefix("?") { return try FetchURL(base + path + link) }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    var url = try FetchURL(base + (link.hasPrefix("/") ? link : folder + link))
    url.path = Self.withoutDots(url.path)
    return url
  }

  /// Whether a link names its scheme.
  private static func hasScheme(_ link: String) -> Bool {
    guard let colon = link.firstIndex(of: ":"), link.first?.isLetter == true else { return false }
    return link[..<colon].allSatisfy { letter in
      letter.isASCII && (letter.isLetter || letter.isNumber || "+-.".contains(letter))
    }
  }

  /// The path without `.` and `..` (RFC 3986 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    var parts: [Substring] = []
    let all = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      switch part {
      case ".": if isLast { parts.append("") }
      case "..":
        _ = parts.popLast()
        if isLast { parts.append("") }
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}
