import KymoHTTP
import KymoMCAP
import Testing

@testable import KymoServer

@Suite("How far a request is") struct ServerRequestTests {
  private static let continues = "Content-Length: 5\r\nExpect: 100-continue\r\n"

  private func status(_ request: ServerRequest) -> UInt16? { request.takeAnswer()?.answer.status }

  private func stream(_ request: ServerRequest) -> EventStream {
    EventStream(request, EventLog(capacity: 4), after: nil, allowing: nil)
  }

  private func receive(_ request: ServerRequest, _ text: String) {
    Array(text.utf8).withRawSpan { request.receive($0) }
  }

  @Test("What a client asks for is what its head says") func head() {
    let request = TestRequest.open(
      "/bridge/events?after=3",
      lines: "Origin: http://a.test\r\nLast-Event-ID: 7\r\nPrefer: wait=1, respond-async; x\r\n"
    )
    #expect(request.methodName == "GET" && request.method == .get)
    #expect(request.path.elementsEqual("/bridge/events".utf8))
    #expect(request.query.elementsEqual("after=3".utf8))
    #expect(request.host == "localhost" && request.origin == "http://a.test")
    #expect(request.lastEvent == "7" && request.prefersEvents)
    #expect(request.keepsAlive && request.minorVersion == 1 && request.outlivesStream)
    #expect(String(decoding: request.header, as: UTF8.self).hasPrefix("Host: localhost\r\n"))
    // Of a call, which needs none of them.
    let call = TestRequest.open("/call?cmd=a", lines: "Origin: http://a.test\r\n")
    #expect(call.host == nil && call.origin == nil && !call.prefersEvents)
  }

  @Test("A client is told once that its body is wanted, unless it has begun to send it")
  func bodies() {
    let waits = TestRequest.open("/sensors", method: "POST", lines: Self.continues)
    #expect(waits.goOn())
    #expect(!waits.goOn())
    receive(waits, "ab")
    receive(waits, "cde")
    #expect(waits.body == Array("abcde".utf8))

    let eager = TestRequest.open("/sensors", method: "POST", lines: Self.continues)
    receive(eager, "a")
    #expect(!eager.goOn())
    #expect(!TestRequest.open("/sensors", method: "POST", lines: "Content-Length: 5\r\n").goOn())

    let refused = TestRequest.open("/sensors", method: "POST", lines: Self.continues)
    refused.refuse(with: HTTPAnswer(403))
    #expect(!refused.goOn())
  }

  @Test("A request that is refused never gets to the service") func refusals() {
    let request = TestRequest.open("/status")
    request.refuse(with: HTTPAnswer(403))
    #expect(!request.handle() && !request.isPending && !request.isSuspended)
    #expect(!request.answer(with: HTTPAnswer(200)))
    let taken = request.takeAnswer()
    #expect(taken?.answer.status == 403 && taken?.isOfService == false)
    #expect(request.takeAnswer() == nil)
  }

  @Test("A request that is answered at once awakens nobody") func answersAtOnce() {
    let request = TestRequest.open("/status")
    #expect(!request.isPending && !request.answer(with: HTTPAnswer(500)))
    #expect(request.handle() && request.isPending && !request.isSuspended)
    #expect(!request.answer(with: HTTPAnswer(200)))
    // Too late, the one and the other.
    #expect(!request.answer(with: HTTPAnswer(500)))
    request.refuse(with: HTTPAnswer(403))
    let taken = request.takeAnswer()
    #expect(taken?.answer.status == 200 && taken?.isOfService == true)
    #expect(request.takeAnswer() == nil && !request.isSuspended)
  }

  @Test("A connection that waits is awakened by the first answer") func answersLater() {
    let request = TestRequest.make("/call?cmd=a")
    request.suspend()
    #expect(request.isSuspended && request.isPending)
    #expect(status(request) == nil)
    #expect(request.answer(with: HTTPAnswer(204)))
    #expect(!request.answer(with: HTTPAnswer(500)))
    #expect(request.isSuspended && !request.isPending)
    #expect(status(request) == 204 && !request.isSuspended)
  }

  @Test("What an answer is made of is kept until there is one") func pending() {
    let request = TestRequest.make("/bridge/queue", method: "POST")
    let batch = BridgeBatch(isSamples: false)
    request.wait(for: .batch(batch))
    request.suspend()
    guard case .batch(let kept) = request.pending else {
      Issue.record("the batch is gone")
      return
    }
    #expect(kept === batch)
    request.wait(for: .reply(stamp: "1"))
    guard case .reply("1") = request.pending else {
      Issue.record("the stamp is gone")
      return
    }
    #expect(request.answer(with: HTTPAnswer(200)))
    request.wait(for: .batch(batch))
    #expect(request.pending == nil && status(request) == 200)
  }

  @Test("A listener waits whenever there is nothing to send, and has no answer") func listeners() {
    let request = TestRequest.make("/bridge/events")
    let stream = stream(request)
    request.listen(to: stream)
    #expect(request.stream === stream && !request.isSuspended && !request.isPending)
    request.suspend()
    #expect(request.stream === stream && request.isSuspended)
    #expect(!request.answer(with: HTTPAnswer(503)) && request.takeAnswer() == nil)
    request.resume()
    #expect(request.stream === stream && !request.isSuspended)
    request.end()
    #expect(request.stream == nil)
  }

  @Test("Only what the service looks at can listen") func lateListeners() {
    for request in [TestRequest.open("/a"), TestRequest.make("/a")] {
      request.suspend()
      request.listen(to: stream(request))
      #expect(request.stream == nil)
    }
  }

  @Test("Nothing changes a request that is over, or is kept of it") func over() {
    let request = TestRequest.open("/sensors", method: "POST", lines: "Content-Length: 2\r\n")
    receive(request, "ab")
    #expect(request.handle())
    request.suspend()
    request.end()
    #expect(request.body.isEmpty && request.header.isEmpty)
    #expect(!request.isPending && !request.isSuspended)
    #expect(!request.answer(with: HTTPAnswer(200)) && !request.handle() && !request.goOn())
    request.wait(for: .reply(stamp: "1"))
    request.refuse(with: HTTPAnswer(403))
    request.listen(to: stream(request))
    request.suspend()
    request.resume()
    #expect(request.pending == nil && request.stream == nil && request.takeAnswer() == nil)
  }
}
