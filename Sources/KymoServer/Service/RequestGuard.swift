import KymoHTTP

/// The rules on who may ask: by which name of the server, from which page, and with which token.
///
/// A page of somebody else reaches loopback through any browser of this machine. What it cannot do is lie about
/// its origin, or call the server by a name of this machine.
struct RequestGuard {
  private let hosts: Set<String>
  private let origins: Set<String>
  private let token: [UInt8]?
  /// The scheme that clients speak with it: `http` or `https`.
  let scheme: String
  /// The host that came last and was let in, as it was written.
  private var knownHost: String?

  init(_ configuration: ServerConfiguration) {
    var hosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
    for host in configuration.hosts + [configuration.address] {
      hosts.insert(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host.lowercased())
    }
    self.hosts = hosts
    origins = Set(configuration.origins.map { $0.lowercased() })
    token = configuration.token.map { Array($0.utf8) }
    scheme = configuration.identity == nil ? "http" : "https"
  }

  /// Why a request is refused; nil if it is not.
  ///
  /// - Parameters:
  ///   - request: its target and method are known.
  ///   - field: a line of its header.
  /// - Returns: what it is answered with.
  mutating func refusal(
    of request: ServerRequest,
    _ field: (FieldName) -> String?
  ) -> HTTPAnswer? {
    guard let host = field(.host) else { return .text(400, "the header has no Host") }
    if host != knownHost {
      guard hosts.contains(Self.name(ofHost: host)) else {
        return .text(421, "this is not a name of this server; allow it with --allow-host")
      }
      knownHost = host
    }
    if let origin = field(.origin), !isAllowed(origin, host) {
      return .text(
        403,
        "pages of another origin may not use this; allow theirs with --allow-origin"
      )
    }
    // An image or a link of another page names no origin; one of another port of this machine is of the same site.
    if field(.origin) == nil, let site = field(.fetchSite),
      site == "cross-site" || site == "same-site",
      field(.fetchMode) != "navigate" || request.path.count > 1
    {
      return .text(403, "pages of another site may not use this")
    }
    guard let token, request.method != .options else { return nil }
    return isKnown(token, request, field) ? nil : unauthorized()
  }

  /// Whether a page of this origin may read what it is answered: ours, or one that is listed.
  func isAllowed(_ origin: String, _ host: String) -> Bool {
    let origin = origin.lowercased()
    return origin == "\(scheme)://\(host.lowercased())" || origins.contains(origin)
  }

  /// Whether an origin is one of those that are listed.
  func isListed(_ origin: String) -> Bool { origins.contains(origin.lowercased()) }

  /// Whether a target that is a whole URL is one of this server.
  ///
  /// One without a port, or with the usual one of its scheme, is: that port may be led on to the server's.
  ///
  /// - Parameters:
  ///   - scheme: that of the target, in lower case.
  ///   - authority: that of the target, whose name is not looked at.
  ///   - port: where the server listens.
  /// - Returns: whether its scheme and its port are those of the server.
  func isOwn(_ scheme: String, _ authority: String, _ port: UInt16) -> Bool {
    guard scheme == self.scheme else { return false }
    // The colons of an address stand in brackets.
    guard let colon = authority.lastIndex(of: ":"),
      !authority[colon...].contains("]")
    else { return true }
    let named = authority[authority.index(after: colon)...]
    let usual: UInt16 = scheme == "https" ? 443 : 80
    return named.isEmpty || UInt16(named) == port || UInt16(named) == usual
  }

  /// A host without its port, in lower case; all of it if what follows the name is no port.
  private static func name(ofHost host: String) -> String {
    let host = host.lowercased()
    let end =
      host.hasPrefix("[")
      ? host.firstIndex(of: "]").map { host.index(after: $0) } : host.firstIndex(of: ":")
    guard let end else { return host }
    let port = host[end...]
    let isPort =
      port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy { "0"..."9" ~= $0 }
    return isPort ? String(host[..<end]) : host
  }

  // MARK: The token

  private func isKnown(
    _ token: [UInt8],
    _ request: ServerRequest,
    _ field: (FieldName) -> String?
  ) -> Bool {
    if let value = field(.authorization), value.prefix(7).lowercased() == "bearer " {
      return Self.isEqual(token, Array(value.utf8.dropFirst(7)))
    }
    for pair in (field(.cookie) ?? "").split(separator: ";") {
      let pair = pair.drop { $0 == " " }
      if pair.hasPrefix("kymo-token="), Self.isEqual(token, Array(pair.utf8.dropFirst(11))) {
        return true
      }
    }
    return hasTokenInQuery(request)
  }

  /// Whether the target is the start page with the token, as a person types it once.
  func hasTokenInQuery(_ request: ServerRequest) -> Bool {
    guard let token, request.path.elementsEqual("/".utf8) else { return false }
    let query = request.query
    guard query.starts(with: "token=".utf8) else { return false }
    return Self.isEqual(token, Array(query.dropFirst(6)))
  }

  /// The cookie that makes the browser send the token from there on; nil if none is needed.
  var cookie: String? {
    token.map {
      let text = String(decoding: $0, as: UTF8.self)
      return "kymo-token=\(text); Path=/; HttpOnly; SameSite=Strict"
        + (scheme == "https" ? "; Secure" : "")
    }
  }

  private func unauthorized() -> HTTPAnswer {
    var answer = HTTPAnswer.text(
      401,
      "this needs the token: Authorization: Bearer TOKEN, or /?token=TOKEN"
    )
    answer.add("WWW-Authenticate", "Bearer")
    return answer
  }

  /// Compares in a time that depends on the lengths alone.
  private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for (one, other) in zip(left, right) { difference |= one ^ other }
    return difference == 0
  }
}
