public import KymoHTTP

/// The bytes of a request that was captured, as it goes to another server.
///
/// The parts between two machines only are left out, and said anew where they are needed: Host is
/// that of the target, the length of the body is stated, and the body is sent as a whole, whatever
/// its chunks were, at once. Everything else is as it was.
public struct RequestEncoder: Sendable {
  /// The server.
  public let target: HTTPTarget

  /// An encoder for requests to a server.
  public init(_ target: HTTPTarget) { self.target = target }

  /// The bytes of a request.
  public func bytes(_ request: HTTPRequest) -> [UInt8] {
    let path = path(request.target)
    var bytes: [UInt8] = []
    HTTPEncoder.appendRequestLine(request.method, Array(path.utf8), to: &bytes)
    HTTPEncoder.append("Host", target.authority, to: &bytes)
    let hop = HopByHop(.request, request.fields)
    for field in request.fields where !hop.contains(field.name) {
      HTTPEncoder.append(field, to: &bytes)
    }
    let body = request.body.bytes
    if !body.isEmpty || request.fields.value(of: "Content-Length") != nil
      || request.fields.value(of: "Transfer-Encoding") != nil
    {
      HTTPEncoder.appendLength(body.count, to: &bytes)
    }
    HTTPEncoder.endHead(&bytes)
    return bytes + body
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
}
