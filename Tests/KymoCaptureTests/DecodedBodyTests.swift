import KymoDeflate
import KymoHTTP
import Testing

@testable import KymoCapture

/// Bodies as they were before they were encoded.
@Suite("Decoded bodies") struct DecodedBodyTests {
  private static let text = Array("hello, hello, hello".utf8)
  /// The text, by the gzip of another hand.
  private static let gzip: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7,
    0x51, 0xC8, 0x40, 0xA2, 0x00, 0x9F, 0xA1, 0xCA, 0x09, 0x13, 0x00, 0x00, 0x00,
  ]

  private func decoded(_ bytes: [UInt8], _ coding: String?) -> DecodedBody {
    DecodedBody(
      HTTPBody(bytes),
      fields: coding.map { [HTTPField("content-encoding", $0)] } ?? []
    )
  }

  @Test("gzip, once and twice, and several streams") func gzip() {
    #expect(decoded(Self.gzip, "gzip") == .bytes(Self.text))
    #expect(decoded(Self.gzip, "X-GZIP") == .bytes(Self.text))
    #expect(decoded(Self.gzip + Self.gzip, "gzip") == .bytes(Self.text + Self.text))
    #expect(decoded(Zlib.compress(Self.gzip), "gzip, deflate") == .bytes(Self.text))
  }

  @Test("deflate, with and without its wrapping") func deflate() {
    let stream = Zlib.compress(Self.text)
    #expect(decoded(stream, "deflate") == .bytes(Self.text))
    #expect(decoded(Array(stream.dropFirst(2).dropLast(4)), "deflate") == .bytes(Self.text))
  }

  @Test("What is not decoded says so") func others() {
    #expect(decoded(Self.text, nil) == .bytes(Self.text))
    #expect(decoded(Self.text, "identity") == .bytes(Self.text))
    #expect(decoded(Self.text, "br") == .not("br is not decoded"))
    #expect(decoded(Self.text, "gzip") == .not("gzip: it is not a whole zlib stream"))
    #expect(decoded([], "gzip") == .bytes([]))
    var body = HTTPBody(Self.text)
    body.length += 1
    #expect(DecodedBody(body, fields: []) == .not("not all of it was captured"))
  }
}
