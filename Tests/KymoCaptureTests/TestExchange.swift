import KymoHTTP
@testable import KymoCapture

/// Exchanges for tests.
enum TestExchange {
  static let client = Endpoint(IPAddress(10, 0, 0, 1), port: 40_000)
  static let server = Endpoint(IPAddress(10, 0, 0, 2), port: 80)

  /// A GET with a reply of status 200, times in ns.
  static func get(
    _ target: String,
    _ body: String,
    at time: Int64 = 1_000,
    answered: Int64 = 2_000
  ) -> HTTPExchange {
    var request = HTTPRequest("GET", target)
    request.fields = [HTTPField("Host", "test")]
    request.last = time
    request.isComplete = true
    var reply = HTTPReply(200)
    reply.reason = "OK"
    reply.body = HTTPBody(Array(body.utf8))
    reply.first = answered
    return HTTPExchange(
      connection: 1,
      number: 1,
      client: client,
      server: server,
      request: request,
      reply: reply
    )
  }

  /// All that an extraction of a file in memory gives.
  static func extract(
    _ file: [UInt8],
    limits: ReassemblyLimits = ReassemblyLimits()
  ) throws -> (exchanges: [HTTPExchange], extractor: CaptureExtractor) {
    let extractor = CaptureExtractor(try CaptureFile(bytes: file), limits: limits)
    var exchanges: [HTTPExchange] = []
    while let exchange = extractor.next() { exchanges.append(exchange) }
    return (exchanges, extractor)
  }

  /// What identifies an exchange in the tests.
  static func summary(_ exchange: HTTPExchange) -> String {
    let reply = exchange.reply.map {
      "\($0.status) \(String(decoding: $0.body.bytes, as: UTF8.self))"
    }
    return "\(exchange.request.method) \(exchange.request.target) -> "
      + (reply ?? exchange.absence?.rawValue ?? "nothing")
  }
}
