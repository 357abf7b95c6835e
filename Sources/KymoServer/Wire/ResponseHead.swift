/// Writes the heads of responses.
enum ResponseHead {
  /// How the end of a response's body is told.
  enum Framing {
    /// It has so many bytes; a response without one, such as 204, says nothing.
    case length(Int)
    /// It comes in chunks.
    case chunked
    /// The connection ends with it.
    case untilEnd
  }

  /// What becomes of the connection.
  enum Persistence {
    /// It goes on, as HTTP/1.1 has it.
    case keeps
    /// It goes on, which has to be said in HTTP/1.0.
    case saysKeeps
    /// It ends.
    case closes
  }

  /// What a client that waits for it sends a body for.
  static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// Appends a head.
  ///
  /// - Parameters:
  ///   - bytes: what it is appended to.
  ///   - status: 200...599.
  ///   - fields: the lines of the header, less those of the other parameters.
  ///   - date: the value of `Date`.
  ///   - framing: how the body ends.
  ///   - persistence: what becomes of the connection.
  static func append(
    to bytes: inout [UInt8],
    status: UInt16,
    fields: [HTTPAnswer.Field],
    date: String,
    framing: Framing,
    persistence: Persistence
  ) {
    bytes += "HTTP/1.1 ".utf8
    appendDecimal(Int(status), to: &bytes)
    bytes.append(UInt8(ascii: " "))
    bytes += HTTPAnswer.reason(status).utf8
    bytes += "\r\nDate: ".utf8
    bytes += date.utf8
    for field in fields {
      bytes += "\r\n".utf8
      append(field.name, to: &bytes)
      bytes += ": ".utf8
      append(field.value, to: &bytes)
    }
    switch framing {
    case .length(let count) where status >= 200 && status != 204 && status != 304:
      bytes += "\r\nContent-Length: ".utf8
      appendDecimal(count, to: &bytes)
    case .chunked: bytes += "\r\nTransfer-Encoding: chunked".utf8
    default: break
    }
    switch persistence {
    case .keeps: break
    case .saysKeeps: bytes += "\r\nConnection: keep-alive".utf8
    case .closes: bytes += "\r\nConnection: close".utf8
    }
    bytes += "\r\n\r\n".utf8
  }

  /// Appends a text of a header, of which a control character would make two lines.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += text.utf8
    for place in start..<bytes.count where !HTTPGrammar.isText(bytes[place]) {
      bytes[place] = UInt8(ascii: " ")
    }
  }

  /// Appends a chunk of a body; of no bytes, its end.
  static func appendChunk(_ body: [UInt8], to bytes: inout [UInt8]) {
    bytes += String(body.count, radix: 16).utf8
    bytes += "\r\n".utf8
    bytes += body
    bytes += "\r\n".utf8
  }

  private static func appendDecimal(_ number: Int, to bytes: inout [UInt8]) {
    var digits: [20 of UInt8] = .init(repeating: 0)
    var (rest, place) = (number, 20)
    repeat {
      place -= 1
      digits[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    for index in place..<20 { bytes.append(digits[index]) }
  }
}
