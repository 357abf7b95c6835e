import Testing

@testable import KymoText

@Suite("Escapes of JSON") struct JSONEscapesTests {
  @Test(
    "What a text cannot hold is escaped, and nothing else",
    arguments: [
      ("", ""), ("a/ü\u{2028}", "a/ü\u{2028}"), ("\"\\", #"\"\\"#), ("\n\r\t", #"\n\r\t"#),
      ("\u{0}\u{8}\u{C}\u{1F}", #"\u0000\u0008\u000c\u001f"#), ("\r\n", #"\r\n"#),
    ]
  )
  func escapes(text: String, json: String) {
    var written = "x"
    JSONEscapes.append(text, to: &written)
    #expect(written == "x" + json)
  }

  @Test("Delete is escaped for terminals alone") func delete() {
    var (page, terminal) = ("", "")
    JSONEscapes.append("\u{7F}", to: &page)
    JSONEscapes.append("\u{7F}", to: &terminal, escapesDelete: true)
    #expect(page == "\u{7F}" && terminal == #"\u007f"#)
    #expect(JSONText.string("\u{7F}").compactText == "\"\\u007f\"\n")
  }
}
