import KymoCapture
import KymoHTTP
import Testing

@Suite("The examples of the documentation") struct DocumentationExampleTests {
  @Test("An exchange is written, and read") func roundTrip() throws {
    var request = HTTPRequest("GET", "/call?cmd=loc")
    request.fields = [HTTPField("Host", "phone")]
    request.last = 1_000_000_000
    var reply = HTTPReply(200)
    reply.reason = "OK"
    reply.body = HTTPBody(Array("here".utf8))
    reply.first = 1_000_250_000
    let server = CaptureWriter.server
    let exchange = HTTPExchange(
      connection: 1,
      number: 1,
      client: server,
      server: server,
      request: request,
      reply: reply
    )
    var writer = CaptureWriter()
    writer.append([exchange])
    let bytes = writer.finish()

    let extractor = CaptureExtractor(try CaptureFile(bytes: bytes))
    var latencies: [Int64] = []
    while let found = extractor.next() {
      if let latency = found.latency { latencies.append(latency) }
    }
    #expect(latencies == [250_000])
    #expect(extractor.counts[.hole] == 0)
  }
}
