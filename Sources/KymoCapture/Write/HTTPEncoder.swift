/// The bytes of HTTP/1.1 messages.
enum HTTPEncoder {
  /// A request; the length of a body is added to its header if it is not there.
  static func bytes(_ request: HTTPRequest) -> [UInt8] {
    let version = request.version.isEmpty ? "HTTP/1.1" : request.version
    var fields = request.fields
    if !request.body.bytes.isEmpty { addLength(request.body, to: &fields) }
    return message("\(request.method) \(request.target) \(version)", fields, request.body)
  }

  /// A reply; the length of the body is added to its header if it is not there and there may be a body.
  static func bytes(_ reply: HTTPReply) -> [UInt8] {
    let version = reply.version.isEmpty ? "HTTP/1.1" : reply.version
    var fields = reply.fields
    let hasBody = reply.status >= 200 && reply.status != 204 && reply.status != 304
    if hasBody { addLength(reply.body, to: &fields) }
    return message("\(version) \(reply.status) \(reply.reason)", fields, reply.body)
  }

  private static func addLength(_ body: HTTPBody, to fields: inout [HTTPField]) {
    guard fields.value(of: "Content-Length") == nil, fields.value(of: "Transfer-Encoding") == nil
    else { return }
    fields.append(HTTPField("Content-Length", String(body.bytes.count)))
  }

  private static func message(_ line: String, _ fields: [HTTPField], _ body: HTTPBody) -> [UInt8] {
    var text = line + "\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8) + body.bytes
  }
}
