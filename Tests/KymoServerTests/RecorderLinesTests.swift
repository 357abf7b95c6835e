import KymoMCAP
import KymoTestSupport
import Testing

@testable import KymoServer

/// What a recorder posts, and what it does not, however it is torn.
@Suite("Lines of a recorder") struct RecorderLinesTests {
  private static let header = #"{"kymo":"recorder","version":1}"# + "\n"

  private static func fault(_ text: String, inPartsOf size: Int) -> RecorderLines.Fault? {
    var lines = RecorderLines()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let part = Array(bytes[start..<min(bytes.count, start + size)])
      if let fault = part.withRawSpan({ lines.take($0) }) { return fault }
    }
    return lines.end
  }

  @Test(
    "Lines, and what is wrong with them",
    arguments: [
      (header, nil), (header + "{\"n\":0}\n{\"n\":1}\n", nil), (header + "\n", nil),
      ("", .header), ("hello", .header), ("\n" + header, .header), (#"{"kymo":"#, .header),
      (#"{"kymo":"record"}"# + "\n", .header), (#"{"n":0}"# + "\n", .header),
      (header + "{\"n\":0}", .unfinished), (header + "[1]\n", .line),
      (header + "{\"n\":0\n", .line),
      (header + "{\"n\":\t0}\n", .control), (header + "{\u{0}}\n", .control),
    ] as [(String, RecorderLines.Fault?)]
  )
  func lines(_ text: String, _ expected: RecorderLines.Fault?) {
    for size in [1, 7, 1 << 20] {
      #expect(Self.fault(text, inPartsOf: size) == expected, "in parts of \(size)")
    }
  }

  @Test("A line is bounded") func long() {
    let line = "{" + String(repeating: "a", count: RecorderLines.lineBytes)
    #expect(Self.fault(Self.header + line, inPartsOf: 1 << 20) == .tooLong)
  }
}
