/// The server that requests go to: `http://host:port/base`.
public struct HTTPTarget: Sendable, Equatable {
  /// Why a text is no target.
  public struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// One sentence.
    public var description: String
  }

  /// The host as it was written, without the brackets of an IPv6 address.
  public let host: String
  /// The port.
  public let port: UInt16
  /// The beginning of every path; empty, or with a slash at its beginning and none at its end.
  public let base: String

  /// Reads the text of a URL.
  ///
  /// - Throws: why it names no server that can be asked.
  public init(_ text: String) throws(Refusal) {
    func refuse(_ why: String) -> Refusal {
      Refusal(description: "\(why); a target is http://HOST:PORT or http://HOST:PORT/BASE")
    }
    let lower = text.lowercased()
    guard !lower.hasPrefix("https://") else {
      throw Refusal(
        description:
          "https is not supported: give an http target, such as one behind a proxy that ends TLS"
      )
    }
    guard lower.hasPrefix("http://") else { throw refuse("'\(text)' does not begin with http://") }
    let rest = text.dropFirst(7)
    guard rest.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
      throw refuse("'\(text)' has characters that are not allowed in a URL")
    }
    guard !rest.contains(where: { $0 == "?" || $0 == "#" }) else {
      throw refuse("'\(text)' has a query, or a fragment")
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let authority = rest[..<slash]
    guard !authority.contains("@") else { throw refuse("'\(text)' has a user") }
    var path = String(rest[slash...])
    while path.hasSuffix("/") { path.removeLast() }
    base = path
    var host = authority
    var number: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw refuse("'\(text)' lacks a ]") }
      host = authority[authority.index(after: authority.startIndex)..<end]
      let behind = authority[authority.index(after: end)...]
      guard behind.isEmpty || behind.hasPrefix(":") else {
        throw refuse("'\(text)' has something after the ]")
      }
      number = behind.isEmpty ? nil : behind.dropFirst()
    } else if let colon = authority.lastIndex(of: ":") {
      host = authority[..<colon]
      number = authority[authority.index(after: colon)...]
      guard !host.contains(":") else { throw refuse("an IPv6 address stands in [brackets]") }
    }
    guard !host.isEmpty else { throw refuse("'\(text)' has no host") }
    self.host = String(host)
    guard let number else {
      port = 80
      return
    }
    guard number.utf8.allSatisfy({ 48...57 ~= $0 }), let port = UInt16(number), port > 0 else {
      throw refuse("'\(number)' is not a port from 1 to 65535")
    }
    self.port = port
  }

  /// The value of the field Host.
  public var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == 80 ? name : "\(name):\(port)"
  }

  /// The target as a URL.
  public var text: String { "http://\(authority)\(base)" }
}
