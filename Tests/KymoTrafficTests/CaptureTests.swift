import KymoCapture
import KymoCore
import KymoHTTP
import KymoRecording
import KymoServer
import Testing

@testable import KymoTraffic

/// What a capture has to do with the bridge.
@Suite("Captures of the bridge") struct CaptureTests {
  private func request(_ target: String, body: String = "") -> HTTPRequest {
    var request = HTTPRequest(body.isEmpty ? "GET" : "POST", target)
    request.body = HTTPBody(Array(body.utf8))
    return request
  }

  @Test(
    "Rules as they are typed",
    arguments: [
      ("path", CommandRule.path), ("query:cmd", .query("cmd")), ("json:/a", .json(["a"])),
      ("json:/a~1b/0", .json(["a/b", "0"])), ("query:", nil), ("json:", nil), ("json:a", nil),
      ("", nil), ("Path", nil),
    ]
  )
  func rules(text: String, rule: CommandRule?) {
    #expect(CommandRule(text) == rule)
  }

  @Test("Where commands stand") func calls() {
    let path = CommandRule.path.call(request("/a/b%20c?x=1"))
    #expect(path?.command == "a/b c" && path?.message == "x=1")
    let whole = CommandRule.path.call(request("http://h/play", body: "[1]"))
    #expect(whole?.command == "play" && whole?.message == "[1]")
    #expect(CommandRule.path.call(request("/")) == nil)
    #expect(CommandRule.path.call(request("/%zz")) == nil)
    let query = CommandRule.query("c").call(request("/x?b=1&c=play+it&msg=%5B%5D"))
    #expect(query?.command == "play it" && query?.message == "[]")
    #expect(CommandRule.query("c").call(request("/x")) == nil)
    let body = "{\"a\":[{\"b\":\"go\"}],\"n\":1}"
    let json = CommandRule.json(["a", "0", "b"]).call(request("/x", body: body))
    #expect(json?.command == "go" && json?.message == body)
    #expect(CommandRule.json(["n"]).call(request("/x", body: body)) == nil)
    #expect(CommandRule.json(["a", "7"]).call(request("/x", body: body)) == nil)
    #expect(CommandRule.json(["a"]).call(request("/x", body: "no JSON")) == nil)
  }

  @Test(
    "Requests of any text become exchanges, and the same again",
    arguments: [
      "call?cmd=a&msg=1", "", "call?cmd=a b", "call?cmd=é", "/x", "a\r\nb: c", "index.html#1", "?",
    ]
  )
  func roundTrip(text: String) throws {
    for tag: UInt32 in [0, 2, 1 << 31 | 7] {
      let bytes = Array(text.utf8)
      let event = Event(
        timestamp: 1_234_567_890_123,
        sequence: 42,
        command: .unknown,
        source: .bridge,
        kind: .message,
        payload: Payload(
          PayloadReference(offset: 0, length: UInt32(bytes.count), tag: tag)
        )
      )
      let reply = (text: Array("handleRequest('a',{})".utf8), time: Int64(1_234_567_999_999))
      var writer = CaptureWriter()
      writer.append([BridgeExchange(event, text: bytes).exchange(reply: reply)])
      let extractor = CaptureExtractor(try CaptureFile(bytes: writer.finish()))
      let exchange = try #require(extractor.next())
      let read = try #require(BridgeExchange(exchange))
      #expect(read.text == bytes)
      #expect(read.tag == tag)
      #expect(read.stamp == EventStamp(source: .bridge, sequence: 42, timestamp: event.timestamp))
      #expect(exchange.reply?.body.bytes == reply.text)
      #expect(exchange.latency == reply.time - event.timestamp)
      #expect(extractor.counts.noticed.isEmpty)
    }
  }

  @Test("Where two texts of JSON differ") func differences() {
    var difference = JSONDifference(ignoring: ["/ts", "/list/1"])
    func places(_ first: String, _ second: String) -> [String]? { difference.places(first, second) }
    #expect(places("{\"a\":1,\"ts\":5}", "{\"ts\":6,\"a\":1.0}") == [])
    #expect(
      places("{\"a\":{\"b/c\":[1,2]}}", "{\"a\":{\"b/c\":[1,3,4]}}") == ["/a/b~1c/1", "/a/b~1c/2"]
    )
    #expect(places("{\"list\":[1,2]}", "{\"list\":[1,3]}") == [])
    #expect(places("{\"a\":null}", "{\"b\":null}") == ["/a", "/b"])
    #expect(places("[true,\"x\"]", "[false,\"y\"]") == ["/0", "/1"])
    #expect(places("1", "\"1\"") == [""])
    #expect(places("1", "no") == nil)
  }
}
