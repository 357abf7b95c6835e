package import KymoCapture
package import KymoCore
import KymoHTTP
import KymoHistogram
import KymoRecording
package import KymoServer

/// A request of the bridge as an exchange of HTTP: `GET /call?cmd=…&msg=…`, and the reply as its body.
///
/// The reply's header says which event the request became. What the request line cannot carry as it is stands there
/// too.
package struct BridgeExchange {
  /// How the request came, if not by HTTP.
  package static let transportField = "Kymo-Transport"
  /// The exact text in Base64, where the target is not that text.
  package static let textField = "Kymo-Text"
  /// Why the request could not be read, as the code of the error.
  package static let refusalField = "Kymo-Unreadable"

  package var stamp: EventStamp
  /// The exact text; of one that could not be read the message.
  package var text: [UInt8]
  /// The transport, or the refusal, as the event's payload has it.
  package var tag: UInt32

  /// Makes the exchange of an event with its text.
  package init(_ event: Event, text: [UInt8]) {
    stamp = EventStamp(
      source: event.source,
      sequence: event.sequence,
      timestamp: event.timestamp
    )
    self.text = text
    tag = event.payload.reference.tag
  }

  /// A request by HTTP that says nothing of an event; its time in ns is that of the capture.
  package init(_ text: [UInt8], at time: Int64) {
    stamp = EventStamp(source: .bridge, sequence: 0, timestamp: max(0, time))
    self.text = text
    tag = UInt32(BridgeTransport.http.rawValue)
  }

  /// Reads an exchange whose reply has a stamp; nil if it has none, or what it says cannot be.
  ///
  /// A call is a `GET`: what is posted has its calls in its body, also a single one.
  package init?(_ exchange: HTTPExchange) {
    guard exchange.request.method == "GET", let fields = exchange.reply?.fields,
      let stamp = fields.value(of: EventStamp.field).flatMap({ EventStamp($0) })
    else { return nil }
    self.stamp = stamp
    if let kept = fields.value(of: Self.textField) {
      guard let text = Base64.decode(Array(kept.utf8)) else { return nil }
      self.text = text
    } else {
      text = Array(exchange.request.target.utf8.dropFirst())
    }
    if let refusal = fields.value(of: Self.refusalField) {
      guard let code = UInt16(refusal), code > 0 else { return nil }
      let error = HandlerError(code: code)
      tag = PayloadReference(offset: 0, length: 0, refused: error).tag
    } else {
      guard String(validating: text, as: UTF8.self) != nil else { return nil }
      let name = fields.value(of: Self.transportField)
      guard let transport = Self.transport(name) else { return nil }
      tag = UInt32(transport.rawValue)
    }
  }

  private static func transport(_ name: String?) -> BridgeTransport? {
    guard let name else { return .http }
    return BridgeTransport.allCases.first { $0.name == name }
  }

  private var refusal: HandlerError? {
    PayloadReference(offset: 0, length: 0, tag: tag).refusal
  }

  /// The exchange, with the text and the time of the reply if there is one.
  package func exchange(reply: (text: [UInt8], time: Int64)?) -> HTTPExchange {
    var answer = HTTPReply(reply == nil ? 204 : 200)
    answer.fields = [HTTPField(EventStamp.field, stamp.text)]
    answer.first = max(stamp.timestamp, reply?.time ?? stamp.timestamp)
    var target = "/" + String(decoding: text, as: UTF8.self)
    if let refusal {
      target = "/unreadable"
      answer.status = 400
      answer.fields.append(HTTPField(Self.refusalField, String(refusal.code)))
      answer.fields.append(HTTPField(Self.textField, Base64.encode(text)))
    } else {
      let plain = PercentEscapes.encode(text, keeping: PercentEscapes.isVisible)
      if plain.count != text.count {
        target = "/" + String(decoding: plain, as: UTF8.self)
        answer.fields.append(HTTPField(Self.textField, Base64.encode(text)))
      }
      let transport = BridgeTransport(PayloadReference(offset: 0, length: 0, tag: tag))
      if transport != .http {
        answer.fields.append(HTTPField(Self.transportField, transport.name))
      }
    }
    if let reply {
      answer.fields.append(HTTPField("Content-Type", "application/javascript; charset=utf-8"))
      answer.body = HTTPBody(reply.text)
    }
    answer.reason = HTTPStatus.reason(answer.status)
    var request = HTTPRequest("GET", target)
    request.fields = [HTTPField("Host", "127.0.0.1")]
    request.last = stamp.timestamp
    return HTTPExchange(
      connection: 0,
      number: 0,
      client: CaptureWriter.server,
      server: CaptureWriter.server,
      request: request,
      reply: answer
    )
  }
}
