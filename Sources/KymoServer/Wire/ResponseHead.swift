import KymoHTTP

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

  /// The fate of the connection.
  enum Persistence {
    /// It goes on, as HTTP/1.1 has it.
    case keeps
    /// It goes on, which has to be said in HTTP/1.0.
    case saysKeeps
    /// It ends.
    case closes
  }

  /// The answer after which a client that waits for it sends a body.
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
    fields: [HTTPField],
    date: String,
    framing: Framing,
    persistence: Persistence
  ) {
    HTTPEncoder.appendStatusLine(Int(status), HTTPStatus.reason(Int(status)), to: &bytes)
    HTTPEncoder.append("Date", date, to: &bytes)
    for field in fields { HTTPEncoder.append(field, to: &bytes) }
    switch framing {
    case .length(let count) where HTTPStatus.mayHaveBody(Int(status)):
      HTTPEncoder.appendLength(count, to: &bytes)
    case .chunked: HTTPEncoder.append("Transfer-Encoding", "chunked", to: &bytes)
    default: break
    }
    switch persistence {
    case .keeps: break
    case .saysKeeps: HTTPEncoder.append("Connection", "keep-alive", to: &bytes)
    case .closes: HTTPEncoder.append("Connection", "close", to: &bytes)
    }
    HTTPEncoder.endHead(&bytes)
  }
}
