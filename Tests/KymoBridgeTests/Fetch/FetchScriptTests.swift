import KymoBridge
import KymoHTTP
import KymoTestSupport
import Testing

@Suite("Scripts of a fetcher") struct FetchScriptTests {
  @Test("Everything that a script can say") func whole() throws {
    let script = try FetchScript(
      json: """
        {"rules": [
          {"url": "http://A.example", "text": "abü", "delayNanoseconds": 2000000, "chunkBytes": 2,
           "chunkDelayNanoseconds": 5, "fields": {"X": "y", "Z": ""}, "method": "POST", "times": 3},
          {"url": "http://a.example/old", "redirect": "/", "status": 301, "delayNanoseconds": 7},
          {"prefix": "http://b.example/", "failure": "connectionLost"},
          {"prefix": "http", "status": 404, "chunks": [
            {"text": "n"}, {"delayNanoseconds": 9, "hex": "c3A9"},
            {"status": 200, "fields": {}, "text": "o", "delayNanoseconds": 1},
            {"failure": "timedOut", "delayNanoseconds": 60}]}
        ],
        "shortener": {"server": "S.example", "base": "https://s/", "limit": 5, "delayNanoseconds": 0}}
        """
    )
    let service = FetchScript.Shortener(
      server: "s.example",
      base: "https://s/",
      limit: 5,
      delayNanoseconds: 0
    )
    let rules = [
      FetchRule(
        .url("http://a.example/"),
        method: "POST",
        times: 3,
        steps: [
          FetchStep(.respond(200, [HTTPField("X", "y"), HTTPField("Z", "")]), after: 2_000_000),
          FetchStep(.send([0x61, 0x62]), after: 5), FetchStep(.send([0xC3, 0xBC]), after: 5),
          FetchStep(.end),
        ]
      ),
      FetchRule(.url("http://a.example/old"), steps: [FetchStep(.redirect(301, "/"), after: 7)]),
      FetchRule(.prefix("http://b.example/"), steps: [FetchStep(.fail(.connectionLost))]),
      FetchRule(
        .prefix("http"),
        steps: [
          FetchStep(.respond(404, [])), FetchStep(.send([0x6E])),
          FetchStep(.send([0xC3, 0xA9]), after: 9), FetchStep(.respond(200, []), after: 1),
          FetchStep(.send([0x6F])), FetchStep(.fail(.timedOut), after: 60), FetchStep(.end),
        ]
      ),
    ]
    #expect(script == FetchScript(rules, shortener: service))
  }

  @Test("Next to nothing") func empty() throws {
    #expect(try FetchScript(json: "{}") == FetchScript())
    #expect(try FetchScript(json: #"{"rules":[],"shortener":null}"#) == FetchScript(shortener: nil))
    let script = try FetchScript(json: #"{"rules":[{"url":"http://a/"}]}"#)
    #expect(script.rules.first?.steps == [FetchStep(.respond(200, [])), FetchStep(.end)])
  }

  @Test(
    "What is wrong, and where",
    arguments: [
      ("", "line 1: there is no value in the text"),
      ("{\n\"rules\":\n[}", "line 3: byte 125 cannot stand at offset 12"),
      ("[]", "line 1: not an object"),
      ("{\"rule\":[]}", "line 1: /rule: not known here; known are rules, shortener, sockets"),
      ("{\"a/b~c\":[]}", "line 1: /a~1b~0c: not known here; known are rules, shortener, sockets"),
      ("{\"rules\":{}}", "line 1: /rules: not a list"),
      ("{\"rules\":[],\n\"rules\":[]}", "line 2: /rules: said twice"),
      ("{\"rules\":[\n1]}", "line 2: /rules/0: not an object"),
      ("{\"rules\":[{}]}", "line 1: /rules/0: a rule has a url or a prefix"),
      (
        "{\"rules\":[{\"url\":\"http://a/\",\"prefix\":\"b\"}]}",
        "line 1: /rules/0: a rule has a url or a prefix"
      ),
      (
        "{\"rules\":[{\"url\":\n\"ftp://a/\"}]}",
        "line 2: /rules/0/url: 'ftp://a/' is not an http or https URL of visible ASCII"
      ),
      ("{\"rules\":[{\"url\":7}]}", "line 1: /rules/0/url: not a text"),
      (
        "{\"rules\":[{\"prefix\":\"\",\"text\":\"\",\"hex\":\"\"}]}",
        "line 1: /rules/0: a rule has one answer, not text and hex"
      ),
      (
        "{\"rules\":[{\"prefix\":\"\",\"hex\":\"abc\"}]}",
        "line 1: /rules/0/hex: hex takes an even number of hexadecimal digits"
      ),
      (
        "{\"rules\":[{\"prefix\":\"\",\"status\":99}]}",
        "line 1: /rules/0/status: not a whole number from 100 to 599"
      ),
      (
        "{\"rules\":[{\"prefix\":\"\",\"status\":300,\"redirect\":\"/\"}]}",
        "line 1: /rules/0/status: not a whole number from 301 to 308"
      ),
      (
        "{\"rules\":[{\"prefix\":\"\",\"times\":0}]}",
        "line 1: /rules/0/times: not a whole number from 1 to 1000000"
      ),
      (
        "{\"rules\":[{\"prefix\":\"\",\"delayNanoseconds\":-1}]}",
        "line 1: /rules/0/delayNanoseconds: not a whole number from 0 to 86400000000000"
      ),
      (
        "{\"rules\":[{\"prefix\":\"\",\"delayNanoseconds\":1.5}]}",
        "line 1: /rules/0/delayNanoseconds: not a whole number from 0 to 86400000000000"
      ),
      (
        "{\"rules\":[{\"prefix\":\"\",\"chunkBytes\":0}]}",
        "line 1: /rules/0/chunkBytes: not a whole number from 1 to 4194304"
      ),
      (
        "{\"rules\":[{\"prefix\":\"\",\"fields\":{\"a\":\"b\\r\\nc\"}}]}",
        "line 1: /rules/0/fields/a: a line break in a field of the header"
      ),
      ("{\"rules\":[{\"prefix\":\"\",\"fields\":[]}]}", "line 1: /rules/0/fields: not an object"),
      (
        "{\"rules\":[{\"prefix\":\"\",\"chunks\":[{},2]}]}",
        "line 1: /rules/0/chunks/0: a chunk has text, hex, status or failure"
      ),
      (
        "{\"shortener\":{\"limit\":-1}}",
        "line 1: /shortener/limit: not a whole number from 0 to 1000000"
      ),
    ]
  )
  func wrong(_ text: String, _ message: String) {
    do throws(FetchScriptError) {
      _ = try FetchScript(json: text)
      Issue.record("taken: \(text)")
    } catch { #expect("\(error)" == message) }
  }

  @Test("A failure that there is none of, a script that is too long") func more() {
    do throws(FetchScriptError) {
      _ = try FetchScript(json: #"{"rules":[{"prefix":"","failure":"rain"}]}"#)
      Issue.record("taken")
    } catch {
      #expect(error.pointer == "/rules/0/failure")
      #expect(error.problem.hasPrefix("there is no failure 'rain'; there are cancelled, badURL,"))
    }
    let long = String(repeating: " ", count: FetchScript.maximumBytes + 1)
    #expect(throws: FetchScriptError.self) { try FetchScript(json: long) }
  }

  @Test("A script with a byte changed is read or refused, never more") func damaged() {
    let seed: UInt64 = 41
    var random = SeededRandom(seed: seed)
    let text = Array(
      #"{"rules":[{"url":"http://a/","chunks":[{"hex":"c3a9"},{"failure":"badURL"}],"times":2}]}"#
        .utf8
    )
    var read = 0
    for _ in 0..<3000 {
      var bytes = text
      for _ in 0...random.below(2) {
        bytes[random.below(bytes.count)] = UInt8(0x20 + random.below(95))
      }
      if (try? FetchScript(json: String(decoding: bytes, as: UTF8.self))) != nil { read += 1 }
    }
    #expect(read > 0 && read < 3000, "seed \(seed)")
  }
}
