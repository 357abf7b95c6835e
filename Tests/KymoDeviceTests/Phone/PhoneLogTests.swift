import Testing

@testable import KymoDevice

@Suite("Phone log") struct PhoneLogTests {
  @Test("keeps the last lines with their times, and counts all") func ring() {
    var log = PhoneLog()
    #expect(log.lines.isEmpty && log.totalCount == 0)
    for index in 0..<1000 {
      log.append("line \(index)", at: Int64(index))
      let kept = max(0, index - PhoneLog.maximumLines + 1)...index
      #expect(log.lines.map(\.time) == kept.map(Int64.init))
    }
    #expect(log.totalCount == 1000)
    #expect(log.lines.first == PhoneLogLine(time: 744, text: "line 744"))
    #expect(log.lines.last?.text == "line 999")
  }

  @Test(
    "cuts a long line between scalars",
    arguments: [
      ("a", 1024), ("é", 1024), ("€", 1023), ("😀", 1024), ("x😀", 1021), ("e\u{301}", 1024),
      ("\u{0}", 1024), ("👨‍👩‍👧‍👦", 1024),
    ]
  )
  func cut(unit: String, atMost: Int) {
    var log = PhoneLog()
    let text = String(repeating: unit, count: 2000)
    log.append(text, at: 0)
    let line = log.lines[0].text
    #expect(text.unicodeScalars.starts(with: line.unicodeScalars))
    #expect(1021...atMost ~= line.utf8.count)
    #expect(!line.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test("keeps what just fits") func fits() {
    var log = PhoneLog()
    let text = String(repeating: "é", count: 512)
    log.append(text, at: 0)
    log.append(text + "a", at: 0)
    log.append("", at: 0)
    #expect(log.lines.map(\.text) == [text, text, ""])
  }

  @Test("says that a message is one, within the same length") func messages() {
    var log = PhoneLog()
    log.appendMessage("hello\n", at: 5)
    log.appendMessage(String(repeating: "€", count: 500), at: 6)
    #expect(log.lines[0] == PhoneLogLine(time: 5, text: "JavaScriptMessage: hello\n"))
    #expect(log.lines[1].text.utf8.count == 19 + 1005)
  }
}
