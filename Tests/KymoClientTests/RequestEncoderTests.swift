import KymoClient
import KymoHTTP
import Testing

@Suite("Requests as they are sent again") struct RequestEncoderTests {
  private static func text(_ request: HTTPRequest, to target: String) throws -> String {
    String(decoding: RequestEncoder(try HTTPTarget(target)).bytes(request), as: UTF8.self)
  }

  @Test("What is of one connection is said anew, the rest stays") func fields() throws {
    var request = HTTPRequest("POST", "/a?b=c")
    request.version = "HTTP/1.1"
    request.fields = [
      HTTPField("HOST", "old"), HTTPField("Connection", "close"), HTTPField("X-Kept", "1"),
      HTTPField("transfer-encoding", "chunked"), HTTPField("Expect", "100-continue"),
      HTTPField("Content-Type", "text/plain"),
    ]
    request.body = HTTPBody(Array("body".utf8))
    #expect(
      try Self.text(request, to: "http://new:81/base/")
        == "POST /base/a?b=c HTTP/1.1\r\nHost: new:81\r\nX-Kept: 1\r\nContent-Type: text/plain\r\n"
        + "Content-Length: 4\r\n\r\nbody"
    )
  }

  @Test(
    "Targets of all forms",
    arguments: [
      ("/x", "/x"), ("http://old:1/x?y=http://z/", "/x?y=http://z/"), ("http://old", "/"),
      ("http://old?q", "/?q"), ("*", "*"), ("", "/"), ("/x?u=http://z", "/x?u=http://z"),
    ]
  )
  func targets(target: String, path: String) throws {
    let text = try Self.text(HTTPRequest("GET", target), to: "http://new")
    #expect(text == "GET \(path) HTTP/1.1\r\nHost: new\r\n\r\n")
  }

  @Test("A body of no bytes keeps its length") func empty() throws {
    var request = HTTPRequest("PUT", "/")
    request.fields = [HTTPField("Content-Length", "0")]
    #expect(
      try Self.text(request, to: "http://[::1]")
        == "PUT / HTTP/1.1\r\nHost: [::1]\r\nContent-Length: 0\r\n\r\n"
    )
  }

  @Test("What Connection names goes with it (RFC 9110 7.6.1)") func nominated() throws {
    var request = HTTPRequest("GET", "/")
    request.fields = [
      HTTPField("Connection", "close, X-Hop"), HTTPField("X-Hop", "1"), HTTPField("Date", "then"),
    ]
    #expect(
      try Self.text(request, to: "http://new")
        == "GET / HTTP/1.1\r\nHost: new\r\nDate: then\r\n\r\n"
    )
  }
}
