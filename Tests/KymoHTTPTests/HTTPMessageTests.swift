import KymoHTTP
import Testing

@Suite("Messages of HTTP") struct HTTPMessageTests {
  @Test("The names of fields are the same in capitals or not, and nothing beyond ASCII is")
  func names() {
    let fields = [HTTPField("Content-TYPE", "a"), HTTPField("content-type", "b")]
    #expect(fields.value(of: "content-Type") == "a")
    #expect(fields.value(of: "Content-Typ") == nil && fields.value(of: "") == nil)
    // U+212A is a K to who lowers texts.
    #expect(!HTTPField("\u{212A}eep-Alive", "").isNamed("Keep-Alive"))
    #expect(!HTTPField("a[", "").isNamed("a{") && !HTTPField("@", "").isNamed("`"))
  }

  @Test("A line can be made of a token and a text") func soundness() {
    #expect(HTTPField("X-Y", "a\tb").isSound && HTTPField("x", "").isSound)
    #expect(!HTTPField("", "a").isSound && !HTTPField("a b", "").isSound)
    #expect(!HTTPField("a:", "").isSound && !HTTPField("a", "b\nc").isSound)
  }

  @Test("Tokens, of bytes and of texts, are what RFC 9110 5.6.2 says") func tokens() {
    let delimiters = Set("\"(),/:;<=>?@[\\]{}".utf8)
    for byte in UInt8.min...UInt8.max {
      let isToken = byte > 0x20 && byte < 0x7F && !delimiters.contains(byte)
      #expect(HTTPGrammar.isToken(byte) == isToken, "\(byte)")
      #expect(HTTPGrammar.isToken([byte][...]) == isToken, "\(byte)")
    }
    #expect(!HTTPGrammar.isToken("") && HTTPGrammar.isToken("a-b") && !HTTPGrammar.isToken("é"))
  }

  @Test("Lists name tokens, with blanks around them") func lists() {
    func names(_ list: String) -> Bool { HTTPGrammar.names(Array(list.utf8)[...], "close") }
    #expect(names("close") && names("a, CLOSE ,b") && names("\tclose"))
    #expect(!names("") && !names("closed") && !names("a close"))
  }

  @Test("What cannot be sent again") func refusals() {
    func refusal(_ change: (inout HTTPRequest) -> Void) -> String? {
      var request = HTTPRequest("GET", "/")
      request.version = "HTTP/1.1"
      request.isComplete = true
      change(&request)
      return request.refusal
    }
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.isComplete = false } == "request not whole")
    #expect(refusal { $0.body.isCut = true } == "request not whole")
    #expect(refusal { $0.isBehindDoubt = true } == "request behind a hole or framing in doubt")
    #expect(refusal { $0.method = "CONNECT" } != nil)
    #expect(refusal { $0.version = "" } == "HTTP/0.9")
    #expect(refusal { $0.fields = [HTTPField("upgrade", "websocket")] } != nil)
    #expect(refusal { $0.target = "/a b" } != nil)
    #expect(refusal { $0.target = "/a\r\nX: y" } != nil)
  }

  @Test("Statuses with words, and without") func statuses() {
    #expect(HTTPStatus.reason(204) == "No Content" && HTTPStatus.reason(299).isEmpty)
    #expect([100, 199, 204, 304].allSatisfy { !HTTPStatus.mayHaveBody($0) })
    #expect([200, 206, 302, 500].allSatisfy { HTTPStatus.mayHaveBody($0) })
  }
}
