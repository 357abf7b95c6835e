import KymoCapture
import KymoHTTP
import Testing

@testable import KymoTraffic

/// Replies beside those that were captured: of a server, and of handlers.
@Suite("Replies compared") struct ReplyComparisonTests {
  private func reply(_ status: Int, _ body: String, _ fields: [HTTPField] = []) -> HTTPReply {
    var reply = HTTPReply(status)
    reply.fields = fields
    reply.isComplete = true
    reply.body = HTTPBody(Array(body.utf8))
    return reply
  }

  private func exchange(_ reply: HTTPReply?) -> HTTPExchange {
    let server = CaptureWriter.server
    return HTTPExchange(
      connection: 3,
      number: 2,
      client: server,
      server: server,
      request: HTTPRequest("GET", "/a?b"),
      reply: reply
    )
  }

  @Test("What may differ is read from lists") func ignored() throws {
    let parts = try IgnoredParts(["header:Date,json:/a/b", "HEADER:x-id"])
    #expect(parts.fields == ["date", "x-id"] && parts.members == ["/a/b"])
    #expect(try IgnoredParts([]) == IgnoredParts())
    for item in ["header:", "json:", "json:a", "Date", "body"] {
      #expect(throws: IgnoredParts.Problem(item: item)) { try IgnoredParts([item]) }
    }
  }

  @Test("A server's replies differ by status, header and body") func server() throws {
    var comparison = ReplyComparison(ignoring: try IgnoredParts(["json:/ts", "header:Date"]))
    let type = HTTPField("Content-Type", "application/json")
    let captured = exchange(reply(200, #"{"a":1,"ts":1}"#, [type, HTTPField("Date", "1")]))
    comparison.add(
      captured,
      reply(200, #"{"ts":2,"a":1.0}"#, [type, HTTPField("Date", "2")]),
      index: 0
    )
    #expect(comparison.result.equal == 1 && comparison.result.first == nil)
    comparison.add(captured, reply(500, #"{"a":2}"#, [HTTPField("X-ID", "7")]), index: 1)
    comparison.add(captured, reply(200, "no", [type, HTTPField("x-id", "8")]), index: 2)
    comparison.add(captured, nil, index: 3)
    let result = comparison.result
    #expect((result.equal, result.differing, result.failed, result.missing) == (1, 2, 1, 0))
    #expect(
      result.places.map(\.name) == [
        "header:X-ID", "body", "header:Content-Type", "json:/a", "status",
      ]
    )
    #expect(result.places.first?.count == 2)
    let first = try #require(result.first)
    #expect((first.index, first.connection, first.number) == (1, 3, 2))
    #expect(first.request == "GET /a?b" && first.failure == nil)
    #expect(first.expected.status == 200 && first.actual?.status == 500)
    #expect(first.expected.fields == [type] && first.actual?.fields == [HTTPField("X-ID", "7")])
    #expect(first.actual?.body == #"{"a":2}"#)
    #expect(result.statuses[.init(captured: 200, actual: 500)] == 1)
  }

  @Test("What the capture lacks is not compared") func lacking() {
    var comparison = ReplyComparison()
    var without = exchange(nil)
    comparison.add(without, reply(200, ""), index: 0)
    comparison.add(without, nil, index: 1)
    without.absence = ReplyAbsence.allCases.first
    comparison.add(without, reply(200, ""), index: 2)
    let reason = ReplyAbsence.allCases.first?.rawValue ?? ""
    let names = comparison.result.notCompared.map(\.name)
    #expect(names == ["no reply in the capture", "no reply, as in the capture", reason].sorted())
    #expect(comparison.result.equal + comparison.result.differing + comparison.result.failed == 0)
  }

  @Test("A reply that is not there is the first difference, with the reason") func failed() throws {
    var comparison = ReplyComparison()
    comparison.fail(exchange(reply(204, "")), "never sent", index: 5)
    let first = try #require(comparison.result.first)
    #expect(first.index == 5 && first.failure == "never sent" && first.actual == nil)
    #expect(first.expected.status == 204 && comparison.result.failed == 1)
  }

  @Test("Handlers' replies have bodies alone, and the same rules") func handlers() throws {
    var capture = CaptureWriter()
    var request = HTTPRequest("GET", "/call?cmd=a")
    request.fields = [HTTPField("Host", "h")]
    var captured = exchange(reply(200, #"{"a":1,"b":[1,2]}"#))
    captured.request = request
    captured.reply?.reason = "OK"
    capture.append([captured])
    let inputs = CaptureInputs(CaptureExtractor(try CaptureFile(bytes: capture.finish())))
    let input = try #require(inputs.inputs.first)
    var comparison = ReplyComparison(ignoring: try IgnoredParts(["json:/a"]))
    comparison.add(input, Array(#"{"b":[1,2],"a":7}"#.utf8), index: 0)
    comparison.add(input, Array(#"{"b":[1,3],"a":7}"#.utf8), index: 1)
    comparison.add(input, nil, index: 2)
    let result = comparison.result
    #expect(result.equal == 1 && result.differing == 2 && result.statuses.isEmpty)
    #expect(result.places.map(\.name) == ["body", "json:/b/1"])
    #expect(result.first?.index == 1 && result.first?.actual?.body == #"{"b":[1,3],"a":7}"#)
  }

  @Test("What a request is called") func names() {
    #expect(CommandRule.path.name(of: HTTPRequest("GET", "/call?cmd=loc&msg=1")) == "loc")
    #expect(CommandRule.path.name(of: HTTPRequest("GET", "/x/y?z")) == "x/y")
    #expect(CommandRule.query("q").name(of: HTTPRequest("GET", "/x?q=go")) == "go")
    #expect(CommandRule.query("q").name(of: HTTPRequest("GET", "/x?r=go")) == "/x")
    #expect(CommandRule.path.name(of: HTTPRequest("GET", "/")) == "/")
  }
}
