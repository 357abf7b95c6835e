import KymoCapture
import KymoCore
import KymoHTTP
import KymoMCAP
import Synchronization
import Testing

@testable import KymoServer
@testable import KymoTraffic

/// The capture that a server writes of its own traffic, and the answers that are taken out of it again.
@Suite("A server's own capture") struct ServedCaptureTests {
  /// Two requests on a connection, the first with a body in chunks, and their answers.
  private func serve(_ tap: ServedCapture) {
    let client = ServerClient(address: [127, 0, 0, 1], port: 50_000)
    let post = ServedRequest(
      method: "POST",
      target: Array("/a".utf8),
      header: Array("Host: h\r\nTransfer-Encoding: chunked\r\n".utf8),
      isChunked: true,
      body: Array("body".utf8)
    )
    let get = ServedRequest(
      method: "GET",
      target: Array("/b".utf8),
      header: Array("Host: h\r\n".utf8),
      isChunked: false,
      body: []
    )
    tap.received(connection: 1, from: client, post, at: 1_000_000_000)
    tap.answered(connection: 1, HTTPAnswer(200, type: "a/b", Array("one".utf8)), at: 1_000_000_500)
    tap.received(connection: 1, from: client, get, at: 1_000_001_000)
    tap.answered(connection: 1, HTTPAnswer(204), at: 1_000_001_700)
    tap.closed(connection: 1, at: 1_000_002_000)
  }

  /// Writes the capture to a sink, to its end.
  private func write(
    to sink: MCAPMemorySink,
    _ state: ServedCaptureState,
    telling tell: @escaping @Sendable (MCAPError) -> Void = { _ in }
  ) -> ServedCaptureWriter.Written {
    state.port.store(8080, ordering: .relaxed)
    return start(sink, state, tell).take().finish()
  }

  /// Starts the writer, and lets go of the server's end once all was served.
  private func start(
    _ sink: MCAPMemorySink,
    _ state: ServedCaptureState,
    _ tell: @escaping @Sendable (MCAPError) -> Void
  ) -> HandOver<ServedCaptureWriter> {
    let started = ServedCaptureWriter.start(sink, state, telling: tell)
    serve(started.tap)
    return started.writer
  }

  @Test("Requests and answers are in it, a body in chunks as a whole") func exchanges() throws {
    let sink = MCAPMemorySink()
    let written = write(to: sink, ServedCaptureState())
    #expect(written.failure == nil && written.connections == 1 && written.lost == 0)
    let extractor = CaptureExtractor(try CaptureFile(bytes: sink.bytes))
    let first = try #require(extractor.next())
    #expect(first.request.target == "/a" && first.request.body.bytes == Array("body".utf8))
    #expect(first.request.fields.value(of: "Transfer-Encoding") == nil)
    #expect(first.request.fields.value(of: "Content-Length") == "4")
    #expect(first.reply?.status == 200 && first.latency == 500)
    let second = try #require(extractor.next())
    #expect(second.reply?.status == 204 && second.latency == 700)
    #expect(extractor.next() == nil && extractor.counts.noticed.isEmpty)
    #expect(second.server.port == 8080 && second.client.port == 50_000)

    let again = CaptureExtractor(try CaptureFile(bytes: sink.bytes))
    let answers = try CapturedAnswers(again) { false }
    #expect(answers.answers.count == 2 && answers.leftOut.isEmpty)
  }

  @Test("A disk that is full is said once, and the traffic goes on") func full() {
    let state = ServedCaptureState()
    let count = TellCount()
    let written = write(to: MCAPMemorySink(limit: 10), state) { _ in
      count.value.add(1, ordering: .relaxed)
    }
    #expect(written.failure != nil && state.failure == written.failure)
    #expect(count.value.load(ordering: .relaxed) == 1)
  }

  private final class TellCount: Sendable {
    let value = Atomic(0)
  }
}
