import KymoHTTP
import Testing

@Suite("Percent escapes") struct PercentEscapesTests {
  @Test(
    "Texts that they stand for, and what is half an escape or no UTF-8",
    arguments: [
      ("", ""), ("a+b", "a+b"), ("%41%4a%4A", "AJJ"), ("%C3%bc", "ü"), ("%", nil), ("%4", nil),
      ("a%4", nil), ("%4g", nil), ("%g4", nil), ("%ff", nil), ("%c3", nil), ("%00", "\0"),
      ("%2541", "%41"),
      // A sign is no digit, though a reader of numbers takes it.
      ("%+1", nil), ("%-1", nil), ("% 1", nil),
    ] as [(String, String?)]
  )
  func decoded(_ text: String, _ decoded: String?) {
    #expect(PercentEscapes.decode(Array(text.utf8)[...]) == decoded)
    // Also in the middle of something else.
    #expect(PercentEscapes.decode(Array("xx\(text)".utf8)[2...]) == decoded)
  }

  @Test("What is kept stands for itself, and everything comes back") func encoded() {
    #expect(
      PercentEscapes.encode("a b/ü", keeping: PercentEscapes.isUnreserved) == "a%20b%2F%C3%BC"
    )
    #expect(PercentEscapes.encode("(é)!", keeping: PercentEscapes.isComponent) == "(%C3%A9)!")
    #expect(PercentEscapes.encode("a\"b c", keeping: PercentEscapes.isVisible) == "a\"b%20c")
    #expect(
      PercentEscapes.encode([0xFF, 0x41], keeping: PercentEscapes.isVisible) == Array("%FFA".utf8)
    )
    for kept in [
      PercentEscapes.isUnreserved, PercentEscapes.isComponent, PercentEscapes.isLeftByCocoa,
    ] {
      let text = String(decoding: UInt8(0)..<128, as: UTF8.self) + "ü\u{1F600}"
      let escaped = PercentEscapes.encode(text, keeping: kept)
      #expect(escaped.utf8.allSatisfy(PercentEscapes.isVisible))
      #expect(PercentEscapes.decode(Array(escaped.utf8)[...]) == text)
    }
  }

  @Test("encodeURIComponent keeps 71 bytes (ECMA-262, 19.2.6.4)") func component() {
    let kept = (UInt8.min...UInt8.max).filter { PercentEscapes.isComponent($0) }
    let expected = "!'()*-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"
    #expect(String(decoding: kept, as: UTF8.self) == expected)
  }

  @Test("Whether an escape stands at a place") func places() {
    let bytes = Array("%4a%4".utf8)
    #expect(PercentEscapes.isEscape(bytes, at: 0))
    #expect(!(1...4).contains { PercentEscapes.isEscape(bytes, at: $0) })
  }

  @Test("Digits of either case, and nothing else") func digits() {
    for byte in UInt8.min...UInt8.max {
      let text = String(UnicodeScalar(byte))
      let value = byte < 0x80 && text != "+" && text != "-" ? UInt8(text, radix: 16) : nil
      #expect(HexDigit.value(of: byte) == value, "\(byte)")
    }
    #expect(HexDigit.value(of: 0x66, 0x46) == 255 && HexDigit.value(of: 0x30, 0x67) == nil)
  }
}
