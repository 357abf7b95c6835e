import KymoBridge
import Testing

@Suite("Servers of web sockets in a script") struct SocketRuleTests {
  @Test("All that can be said") func whole() throws {
    let script = try FetchScript(
      json: #"""
        {"sockets": [
          {"url": "wss://a/feed", "protocol": "v1", "delayNanoseconds": 5, "times": 2,
           "open": [{"text": "hello"}, {"delayNanoseconds": 9, "hex": "00FF"}],
           "answers": [{"text": "ping", "times": 1, "then": [{"text": "pong"}]},
                       {"prefix": "a", "then": [{"echo": true}, {"failure": "connectionLost"}]},
                       {"hex": "0a", "then": []},
                       {"then": [{"close": 1000, "reason": "done"}, {"close": 4000}]}]},
          {"prefix": "ws://", "failure": "couldNotConnect"}
        ]}
        """#
    )
    var feed = SocketRule(.url("wss://a/feed"))
    feed.protocolName = "v1"
    feed.delayNanoseconds = 5
    feed.times = 2
    feed.opening = [SocketRule.Step(.text("hello")), SocketRule.Step(.bytes([0, 255]), after: 9)]
    feed.answers = [
      SocketRule.Answer(to: .text("ping"), times: 1, steps: [SocketRule.Step(.text("pong"))]),
      SocketRule.Answer(
        to: .prefix("a"),
        steps: [SocketRule.Step(.echo), SocketRule.Step(.fail(.connectionLost))]
      ),
      SocketRule.Answer(to: .bytes([10]), steps: []),
      SocketRule.Answer(
        to: .any,
        steps: [SocketRule.Step(.close(1000, "done")), SocketRule.Step(.close(4000, ""))]
      ),
    ]
    var other = SocketRule(.prefix("ws://"))
    other.failure = .couldNotConnect
    #expect(script.sockets == [feed, other])
    #expect(script.rules.isEmpty && script.shortener != nil)
  }

  @Test(
    "What is wrong, and where",
    arguments: [
      ("{}", ": a rule has a url or a prefix"),
      (#"{"url": "http://a/"}"#, "/url: 'http://a/' does not begin with ws:// or wss://"),
      (#"{"prefix": ""}"#, "/prefix: '' does not begin with ws:// or wss://"),
      (
        #"{"url": "ws://a", "failure": "timedOut", "open": [{"text": ""}]}"#,
        ": a server that fails says nothing"
      ),
      (
        #"{"url": "ws://a", "open": [{}]}"#, "/open/0: a step has text, hex, echo, close or failure"
      ),
      (
        #"{"url": "ws://a", "open": [{"text": "a", "close": 1000}]}"#,
        "/open/0: a step has text, hex, echo, close or failure"
      ),
      (
        #"{"url": "ws://a", "open": [{"text": "a", "reason": "b"}]}"#,
        "/open/0: only what closes has a reason"
      ),
      (
        #"{"url": "ws://a", "open": [{"close": 999}]}"#,
        "/open/0/close: not a whole number from 1000 to 4999"
      ),
      (
        #"{"url": "ws://a", "answers": [{"text": "a"}]}"#,
        "/answers/0: an answer has what comes then"
      ),
      (
        #"{"url": "ws://a", "answers": [{"text": "a", "hex": "00", "then": []}]}"#,
        "/answers/0: an answer is for a text, a prefix or hex"
      ),
      (
        #"{"url": "ws://a", "answers": [{"hex": "0", "then": []}]}"#,
        "/answers/0/hex: hex takes an even number of hexadecimal digits"
      ),
    ]
  )
  func wrong(_ rule: String, _ message: String) {
    do throws(FetchScriptError) {
      _ = try FetchScript(json: "{\"sockets\": [\(rule)]}")
      Issue.record("taken: \(rule)")
    } catch { #expect("\(error)" == "line 1: /sockets/0\(message)") }
  }
}
