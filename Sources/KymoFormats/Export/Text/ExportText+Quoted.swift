import KymoMCAP
import KymoText

extension ExportText {
  /// Appends a text as a string of JSON.
  func put(quoted text: String) {
    var escaped = ""
    JSONEscapes.append(text, to: &escaped)
    put(UInt8(ascii: "\""))
    put(escaped)
    put(UInt8(ascii: "\""))
  }

  /// Appends a text as a cell of CSV, in quotation marks where it needs them.
  func put(cell text: String) {
    let needs = text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard needs else { return put(text) }
    put(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      if scalar == "\"" { put(UInt8(ascii: "\"")) }
      put(String(scalar))
    }
    put(UInt8(ascii: "\""))
  }

  /// Appends a text as content or attribute of XML.
  func put(xml text: String) { put(MarkupText.shown(text)) }

  /// Appends bytes as hexadecimal digits.
  func put(hexadecimal span: RawSpan) {
    for place in 0..<span.byteCount {
      let byte: UInt8 = span.load(at: place)
      put(Self.digits[Int(byte >> 4)])
      put(Self.digits[Int(byte & 15)])
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
