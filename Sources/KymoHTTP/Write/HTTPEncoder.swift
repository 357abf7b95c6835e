/// The bytes of messages of HTTP/1.1 (RFC 9112): whole ones, and their heads line by line.
///
/// No text ends a line before its time: control characters but tabs become spaces (RFC 9110 5.5).
public enum HTTPEncoder {
  /// The version that is written for a message that has none, as in HTTP/0.9.
  package static let version = "HTTP/1.1"

  // MARK: Messages

  /// A request; the length of a body is added to its header if it is not there.
  public static func bytes(_ request: HTTPRequest) -> [UInt8] {
    var bytes: [UInt8] = []
    let version = request.version.isEmpty ? version : request.version
    appendRequestLine(request.method, Array(request.target.utf8), version, to: &bytes)
    append(request.fields, request.body, hasLength: !request.body.bytes.isEmpty, to: &bytes)
    return bytes
  }

  /// A reply; the length of the body is added to its header if it is not there and there may be a body.
  public static func bytes(_ reply: HTTPReply) -> [UInt8] {
    var bytes: [UInt8] = []
    let version = reply.version.isEmpty ? version : reply.version
    appendStatusLine(reply.status, reply.reason, version, to: &bytes)
    let hasLength = HTTPStatus.mayHaveBody(reply.status)
    append(reply.fields, reply.body, hasLength: hasLength, to: &bytes)
    return bytes
  }

  private static func append(
    _ fields: [HTTPField],
    _ body: HTTPBody,
    hasLength: Bool,
    to bytes: inout [UInt8]
  ) {
    for field in fields { append(field, to: &bytes) }
    if hasLength, fields.value(of: "Content-Length") == nil,
      fields.value(of: "Transfer-Encoding") == nil
    {
      appendLength(body.bytes.count, to: &bytes)
    }
    endHead(&bytes)
    bytes += body.bytes
  }

  // MARK: Lines of a head

  /// Appends the first line of a request: a method, what is asked for, and a version.
  package static func appendRequestLine(
    _ method: String,
    _ target: [UInt8],
    _ version: String = HTTPEncoder.version,
    to bytes: inout [UInt8]
  ) {
    append(method, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    bytes += target
    bytes.append(UInt8(ascii: " "))
    append(version, to: &bytes)
    endLine(&bytes)
  }

  /// Appends the first line of a reply: a version, a status, and the words behind it.
  package static func appendStatusLine(
    _ status: Int,
    _ reason: String,
    _ version: String = HTTPEncoder.version,
    to bytes: inout [UInt8]
  ) {
    append(version, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    appendDecimal(status, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    append(reason, to: &bytes)
    endLine(&bytes)
  }

  /// Appends the line of a field.
  package static func append(_ field: HTTPField, to bytes: inout [UInt8]) {
    append(field.name, field.value, to: &bytes)
  }

  /// Appends the line of a field.
  package static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    append(name, to: &bytes)
    bytes += ": ".utf8
    append(value, to: &bytes)
    endLine(&bytes)
  }

  /// Appends the line that says how long a body is, in bytes.
  package static func appendLength(_ count: Int, to bytes: inout [UInt8]) {
    bytes += "Content-Length: ".utf8
    appendDecimal(count, to: &bytes)
    endLine(&bytes)
  }

  /// Appends the line that ends a head.
  package static func endHead(_ bytes: inout [UInt8]) { endLine(&bytes) }

  private static func endLine(_ bytes: inout [UInt8]) {
    bytes.append(HTTPGrammar.carriageReturn)
    bytes.append(HTTPGrammar.lineFeed)
  }

  /// Appends a text of a head, of which a control character would make two lines.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += text.utf8
    for place in start..<bytes.count where !HTTPGrammar.isText(bytes[place]) {
      bytes[place] = UInt8(ascii: " ")
    }
  }

  private static func appendDecimal(_ number: Int, to bytes: inout [UInt8]) {
    guard number >= 0 else { return bytes += String(number).utf8 }
    var digits: [20 of UInt8] = .init(repeating: 0)
    var (rest, place) = (number, 20)
    repeat {
      place -= 1
      digits[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    for index in place..<20 { bytes.append(digits[index]) }
  }

  // MARK: Chunks

  /// Appends a chunk of a body; of no bytes, its end.
  package static func appendChunk(_ body: [UInt8], to bytes: inout [UInt8]) {
    bytes += String(body.count, radix: 16).utf8
    endLine(&bytes)
    bytes += body
    endLine(&bytes)
  }
}
