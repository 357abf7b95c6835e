import KymoHTTP
import Testing

@Suite("Bytes of messages") struct HTTPEncoderTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("A request has a length if it has a body and says none") func requests() {
    var request = HTTPRequest("POST", "/a?b=c")
    #expect(text(HTTPEncoder.bytes(request)) == "POST /a?b=c HTTP/1.1\r\n\r\n")
    request.version = "HTTP/1.0"
    request.fields = [HTTPField("Host", "h")]
    request.body = HTTPBody(Array("body".utf8))
    #expect(
      text(HTTPEncoder.bytes(request))
        == "POST /a?b=c HTTP/1.0\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody"
    )
    request.fields = [HTTPField("transfer-encoding", "chunked")]
    #expect(text(HTTPEncoder.bytes(request)).hasSuffix("transfer-encoding: chunked\r\n\r\nbody"))
  }

  @Test(
    "A reply has a length if its status may have a body",
    arguments: [
      (200, "Content-Length: 0\r\n"), (404, "Content-Length: 0\r\n"), (100, ""), (204, ""),
      (304, ""),
    ]
  )
  func replies(status: Int, length: String) {
    var reply = HTTPReply(status)
    reply.reason = "Why"
    #expect(text(HTTPEncoder.bytes(reply)) == "HTTP/1.1 \(status) Why\r\n\(length)\r\n")
  }

  @Test("No text of a head ends its line (RFC 9110 5.5)") func oneLine() {
    var reply = HTTPReply(204)
    reply.reason = "No\r\nContent"
    reply.fields = [HTTPField("X", "a\r\nSet-Cookie: b\0\u{7F}\tc\u{E9}")]
    #expect(
      text(HTTPEncoder.bytes(reply))
        == "HTTP/1.1 204 No  Content\r\nX: a  Set-Cookie: b  \tc\u{E9}\r\n\r\n"
    )
  }

  @Test("Numbers of any size") func numbers() {
    var bytes: [UInt8] = []
    for count in [0, 9, 10, 1_234_567_890, Int.max] { HTTPEncoder.appendLength(count, to: &bytes) }
    #expect(
      text(bytes)
        == "Content-Length: 0\r\nContent-Length: 9\r\nContent-Length: 10\r\nContent-Length: 1234567890\r\n"
        + "Content-Length: 9223372036854775807\r\n"
    )
  }

  @Test("Chunks, and their end") func chunks() {
    var bytes: [UInt8] = []
    HTTPEncoder.appendChunk(Array(repeating: UInt8(ascii: "a"), count: 26), to: &bytes)
    HTTPEncoder.appendChunk([], to: &bytes)
    #expect(text(bytes) == "1a\r\n" + String(repeating: "a", count: 26) + "\r\n0\r\n\r\n")
  }
}
