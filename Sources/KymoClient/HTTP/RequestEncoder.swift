public import KymoCapture

/// The bytes of a request that was captured, as it goes to another server.
///
/// What is between two machines only is left out, and said anew where it is needed: Host is that of the
/// target, the length of the body is stated, and the body is sent as a whole, whatever its chunks were, at
/// once. Everything else is as it was.
public struct RequestEncoder: Sendable {
  /// The fields that are not sent as they were captured.
  public static let replaced = [
    "host", "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding",
    "upgrade", "content-length", "expect",
  ]

  /// The server.
  public let target: HTTPTarget

  /// An encoder for requests to a server.
  public init(_ target: HTTPTarget) { self.target = target }

  /// Why a request cannot be sent again; nil if it can.
  public static func refusal(of request: HTTPRequest) -> String? {
    if !request.isComplete || !request.body.isWhole { return "request not whole" }
    if request.method == "CONNECT" { return "CONNECT asks for a tunnel" }
    if request.version.isEmpty { return "HTTP/0.9" }
    if request.fields.value(of: "Upgrade") != nil { return "asks for another protocol" }
    let text = request.method + request.target
    guard !request.target.isEmpty, text.utf8.allSatisfy({ $0 > 32 && $0 != 127 }) else {
      return "no request line can have it"
    }
    return nil
  }

  /// The bytes of a request.
  public func bytes(_ request: HTTPRequest) -> [UInt8] {
    var text = "\(request.method) \(path(request.target)) HTTP/1.1\r\nHost: \(target.authority)\r\n"
    for field in request.fields where !Self.replaced.contains(field.name.lowercased()) {
      text += "\(field.name): \(field.value)\r\n"
    }
    let body = request.body.bytes
    if !body.isEmpty || request.fields.value(of: "Content-Length") != nil
      || request.fields.value(of: "Transfer-Encoding") != nil
    {
      text += "Content-Length: \(body.count)\r\n"
    }
    return Array((text + "\r\n").utf8) + body
  }

  /// The path and the query, behind the base of the target, which is all there is for an empty one; a
  /// target of a proxy loses scheme and host.
  private func path(_ text: String) -> String {
    if text == "*" { return text }
    if text.isEmpty { return target.base.isEmpty ? "/" : target.base }
    var path = text[...]
    if !text.hasPrefix("/"), let scheme = text.firstRange(of: "://") {
      let rest = text[scheme.upperBound...]
      path = rest.firstIndex { $0 == "/" || $0 == "?" }.map { rest[$0...] } ?? ""
    }
    return target.base + (path.hasPrefix("/") ? "" : "/") + path
  }

  /// Whether asking twice is as good as asking once.
  static func isIdempotent(_ method: String) -> Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(method)
  }
}
