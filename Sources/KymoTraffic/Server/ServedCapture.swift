import KymoCapture
import KymoCore
import KymoHTTP
import KymoMCAP
package import KymoServer

/// The HTTP thread's end of a capture that the server writes itself: what it reads and writes goes to a thread that
/// makes packets of it.
package final class ServedCapture: ServerTap {
  /// An event on a connection.
  struct Moment: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable, Sendable { case request, answer, close }

    var connection: UInt64
    var time: Int64
    /// Where it comes from: the address, 0 above one of version 4, and the port.
    var (high, low, port): (UInt64, UInt64, UInt16)
    var kind: Kind

    init(_ connection: UInt64, _ client: Endpoint, _ kind: Kind, at time: Int64) {
      self.connection = connection
      self.time = time
      (high, low, port) = (client.address.high, client.address.low, client.port)
      self.kind = kind
    }

    var client: Endpoint { Endpoint(IPAddress(high: high, low: low), port: port) }
  }

  private var producer: TextRing<Moment>.Producer
  /// Where each open connection comes from.
  private var clients: [UInt64: Endpoint] = [:]

  init(_ producer: consuming TextRing<Moment>.Producer) { self.producer = producer }

  package func received(
    connection: UInt64,
    from client: ServerClient,
    _ request: ServedRequest,
    at time: Int64
  ) {
    let endpoint = Self.endpoint(client)
    clients[connection] = endpoint
    var head: [UInt8] = []
    head.reserveCapacity(request.target.count + request.header.count + 64)
    HTTPEncoder.appendRequestLine(request.method, request.target, to: &head)
    if request.isChunked {
      // A body that came in chunks is written as a whole.
      for line in String(decoding: request.header, as: UTF8.self).split(separator: "\r\n")
      where !line.lowercased().hasPrefix("transfer-encoding:") {
        head += line.utf8
        head += "\r\n".utf8
      }
      HTTPEncoder.appendLength(request.body.count, to: &head)
    } else {
      head += request.header
    }
    HTTPEncoder.endHead(&head)
    push(Moment(connection, endpoint, .request, at: time), head, request.body)
  }

  package func answered(connection: UInt64, _ answer: HTTPAnswer, at time: Int64) {
    guard let client = clients[connection] else { return }
    var head: [UInt8] = []
    let status = Int(answer.status)
    HTTPEncoder.appendStatusLine(status, HTTPStatus.reason(status), to: &head)
    for field in answer.fields { HTTPEncoder.append(field, to: &head) }
    if HTTPStatus.mayHaveBody(status), answer.fields.value(of: "Content-Length") == nil {
      HTTPEncoder.appendLength(answer.body.count, to: &head)
    }
    HTTPEncoder.endHead(&head)
    push(Moment(connection, client, .answer, at: time), head, answer.body)
  }

  package func closed(connection: UInt64, at time: Int64) {
    guard let client = clients.removeValue(forKey: connection) else { return }
    producer.push(Moment(connection, client, .close, at: time))
  }

  private func push(_ moment: Moment, _ head: [UInt8], _ body: [UInt8]) {
    head.withRawSpan { head in body.withRawSpan { body in _ = producer.push(moment, head, body) } }
  }

  private static func endpoint(_ client: ServerClient) -> Endpoint {
    var words: (UInt64, UInt64) = (0, 0)
    for (place, byte) in client.address.enumerated() {
      if place < 8 {
        words.0 = words.0 << 8 | UInt64(byte)
      } else {
        words.1 = words.1 << 8 | UInt64(byte)
      }
    }
    let address =
      client.address.count == 4
      ? IPAddress(v4: UInt32(truncatingIfNeeded: words.0)) : IPAddress(high: words.0, low: words.1)
    return Endpoint(address, port: client.port)
  }
}
