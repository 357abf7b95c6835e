import KymoCapture
import KymoHTTP
import Testing

@testable import KymoClient

@Suite("Values of new replies in later requests") struct ValueMapTests {
  private static func exchange(
    _ target: String,
    _ reply: String,
    at time: Int64,
    fields: [HTTPField] = [],
    body: String = ""
  ) -> HTTPExchange {
    var request = HTTPRequest("GET", target)
    request.fields = fields
    request.body = HTTPBody(Array(body.utf8))
    (request.first, request.last) = (time, time)
    return HTTPExchange(
      connection: 1,
      number: 1,
      client: CaptureWriter.server,
      server: CaptureWriter.server,
      request: request,
      reply: Self.reply(reply, at: time + 5)
    )
  }

  private static func reply(_ body: String, at time: Int64) -> HTTPReply {
    var reply = HTTPReply(200)
    reply.body = HTTPBody(Array(body.utf8))
    reply.isComplete = true
    (reply.first, reply.last) = (time, time)
    return reply
  }

  private static func rules(_ texts: String...) throws -> [ValueRule] {
    try texts.map { try #require(ValueRule($0)) }
  }

  @Test("In target, header and body, plain and escaped, as a whole only") func places() throws {
    let exchanges = [
      Self.exchange("/login", #"{"a":{"token":"t/1"}}"#, at: 0),
      Self.exchange(
        "/x/t/1?plain=t/1&escaped=t%2F1&longer=t/12&behind=%2Ft%2F1",
        "{}",
        at: 10,
        fields: [HTTPField("Authorization", "Bearer t/1"), HTTPField("X", "xt/1")],
        body: #"{"token":"t/1","other":"t/1-2"}"#
      ),
    ]
    var map = ValueMap(try Self.rules("json:/a/token"), exchanges)
    #expect(map.awaited(by: exchanges[1].request) == 0)
    #expect(map.awaited(by: exchanges[0].request) == nil)
    map.learn(0, Self.reply(#"{"a":{"token":"new&9"}}"#, at: 0))
    #expect(map.awaited(by: exchanges[1].request) == nil)
    let request = map.applied(to: exchanges[1].request)
    #expect(
      request.target == "/x/new&9?plain=new&9&escaped=new%269&longer=t/12&behind=%2Fnew%269"
    )
    #expect(request.fields.map(\.value) == ["Bearer new&9", "xt/1"])
    #expect(
      String(decoding: request.body.bytes, as: UTF8.self) == #"{"token":"new&9","other":"t/1-2"}"#
    )
    #expect(map.counts.map(\.replaced) == [6])
    let expected = map.expected(Self.reply(#"{"echo":"t/1"}"#, at: 20))
    #expect(String(decoding: expected.body.bytes, as: UTF8.self) == #"{"echo":"new&9"}"#)
  }

  @Test("Numbers, and the latest reply before the request") func latest() throws {
    let exchanges = [
      Self.exchange("/1", #"{"id":17}"#, at: 0), Self.exchange("/use/17", "{}", at: 10),
      Self.exchange("/2", #"{"id":17}"#, at: 20),
      Self.exchange("/use/17?v=17.5&w=1.17&x=170", "{}", at: 30),
    ]
    var map = ValueMap(try Self.rules("json:/id"), exchanges)
    map.learn(0, Self.reply(#"{"id":1}"#, at: 0))
    #expect(map.applied(to: exchanges[1].request).target == "/use/1")
    #expect(map.awaited(by: exchanges[3].request) == 2)
    map.learn(2, Self.reply(#"{"id":2}"#, at: 0))
    #expect(map.applied(to: exchanges[3].request).target == "/use/2?v=17.5&w=1.17&x=170")
    // What came before the reply is not of it.
    #expect(map.applied(to: exchanges[0].request).target == "/1")
  }

  @Test("A value that does not come leaves what was recorded, and is counted") func missing() throws
  {
    let exchanges = [
      Self.exchange("/1", #"{"t":"abc"}"#, at: 0), Self.exchange("/use/abc", "{}", at: 10),
    ]
    var map = ValueMap(try Self.rules("json:/t"), exchanges)
    map.learn(0, nil)
    #expect(map.awaited(by: exchanges[1].request) == nil)
    #expect(map.applied(to: exchanges[1].request).target == "/use/abc")
    #expect(
      map.counts == [
        ValueMap.Count(
          rule: try #require(ValueRule("json:/t")),
          recorded: 1,
          found: 0,
          replaced: 0,
          kept: 1
        )
      ]
    )
  }

  @Test("What is no rule", arguments: ["token", "json:", "json:token", "header:X"])
  func refused(text: String) { #expect(ValueRule(text) == nil) }
}
