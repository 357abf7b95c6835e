import KymoHTTP
import Testing

@testable import KymoServer

@Suite("Heads of responses") struct ResponseHeadTests {
  private func head(
    _ status: UInt16,
    _ framing: ResponseHead.Framing,
    _ persistence: ResponseHead.Persistence = .keeps,
    fields: [HTTPField] = []
  ) -> String {
    var bytes: [UInt8] = []
    ResponseHead.append(
      to: &bytes,
      status: status,
      fields: fields,
      date: "D",
      framing: framing,
      persistence: persistence
    )
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Lengths, chunks, and what becomes of the connection") func kinds() {
    #expect(head(200, .length(0)) == "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 0\r\n\r\n")
    #expect(head(204, .length(0)) == "HTTP/1.1 204 No Content\r\nDate: D\r\n\r\n")
    #expect(
      head(200, .chunked, .closes)
        == "HTTP/1.1 200 OK\r\nDate: D\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    #expect(
      head(299, .untilEnd, .saysKeeps)
        == "HTTP/1.1 299 \r\nDate: D\r\nConnection: keep-alive\r\n\r\n"
    )
    let large = head(200, .length(.max))
    #expect(large.contains("Content-Length: 9223372036854775807\r\n"))
  }

  @Test("A field has one line, whatever its text") func oneLine() {
    let fields = [HTTPField("X", "a\r\nSet-Cookie: b\0\u{7F}\tc")]
    #expect(head(204, .length(0), fields: fields).contains("\r\nX: a  Set-Cookie: b  \tc\r\n\r\n"))
  }
}
