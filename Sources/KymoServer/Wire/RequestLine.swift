import KymoHTTP

/// The first line of a request.
enum RequestLine {
  /// Reads the line that the bytes of a head are so far.
  ///
  /// - Returns: what is wrong with it; nil if nothing is.
  static func read(_ head: inout RequestHead) -> RequestFault? {
    let line = head.bytes.dropLast(2)
    let space = UInt8(ascii: " ")
    guard let first = line.firstIndex(of: space), let last = line.lastIndex(of: space),
      last > first + 1
    else { return .requestLine }
    head.method = 0..<first
    guard HTTPGrammar.isToken(line[..<first]) else { return .method }
    let target = line[first + 1..<last]
    guard !target.contains(where: HTTPGrammar.isBlank) else { return .requestLine }
    guard let minor = minorVersion(line[(last + 1)...]) else {
      return isVersion(line[(last + 1)...]) ? .version : .requestLine
    }
    head.minorVersion = minor
    return read(target, &head)
  }

  /// The second number of HTTP/1.0 and HTTP/1.1; nil for any other text.
  private static func minorVersion(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.dropLast().elementsEqual("HTTP/1.".utf8) else { return nil }
    return text.last == UInt8(ascii: "1") ? 1 : text.last == UInt8(ascii: "0") ? 0 : nil
  }

  private static func isVersion(_ text: ArraySlice<UInt8>) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let rest = Array(text.dropFirst(5))
    return text.starts(with: "HTTP/".utf8) && rest.count == 3 && isDigit(rest[0])
      && rest[1] == UInt8(ascii: ".") && isDigit(rest[2])
  }

  /// Reads the target: a path, a whole URL, or `*`.
  private static func read(_ target: ArraySlice<UInt8>, _ head: inout RequestHead) -> RequestFault?
  {
    // A fragment is nobody's business but the client's, and others would cut it off.
    if target.contains(UInt8(ascii: "#")) { return .target }
    head.path = target.indices
    let isOptions = head.bytes[head.method].elementsEqual("OPTIONS".utf8)
    if target.first == UInt8(ascii: "/") { return nil }
    if target.elementsEqual("*".utf8) { return isOptions ? nil : .target }
    guard
      let slashes = ["http://", "https://"].first(where: { scheme in
        HTTPGrammar.isEqual(Array(scheme.utf8)[...], target.prefix(scheme.utf8.count))
      })
    else { return .target }
    let rest = target.dropFirst(slashes.utf8.count)
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
    let authority = rest[..<(end ?? rest.endIndex)]
    // A name and a password before the host deceive people, and RFC 9110 4.2.4 has them refused.
    guard !authority.isEmpty, !authority.contains(UInt8(ascii: "@")) else { return .target }
    head.authority = authority.indices
    head.path = authority.endIndex..<target.endIndex
    return nil
  }
}
