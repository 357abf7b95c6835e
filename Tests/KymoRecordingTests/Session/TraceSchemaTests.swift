import KymoCore
import Testing

@testable import KymoRecording

@Suite("Schema of the trace")
struct TraceSchemaTests {
  /// The codes that the comment behind a field lists: `0 completed 1 validation failed`.
  private func codes(of field: String) throws -> [Int: String] {
    let line = try #require(
      SessionTopic.trace.definition.split(separator: "\n").first { line in
        line.split(separator: " ").prefix(2).last.map(String.init) == field
      }
    )
    let comment = try #require(line.split(separator: "#", maxSplits: 1).last)
    var codes: [Int: String] = [:]
    var code: Int?
    for word in comment.split(whereSeparator: { $0 == " " || $0 == "," }) {
      if let number = Int(word) {
        code = number
        codes[number] = ""
      } else if let code {
        codes[code] = [codes[code] ?? "", String(word)].filter { !$0.isEmpty }
          .joined(separator: " ")
      }
    }
    return codes
  }

  @Test("Every status is listed, under its name, and nothing else")
  func statuses() throws {
    let expected = Dictionary(
      uniqueKeysWithValues: OutcomeStatus.allCases.map { (Int($0.rawValue), $0.name) }
    )
    #expect(try codes(of: "status") == expected)
  }

  @Test("Every stage is listed, under its name, and nothing else")
  func stages() throws {
    let expected = Dictionary(
      uniqueKeysWithValues: Stage.allCases.map { (Int($0.rawValue), "\($0)") }
    )
    #expect(try codes(of: "stage") == expected)
  }

  @Test("Every kind of reply is listed, and nothing else")
  func replyKinds() throws {
    let listed = try codes(of: "reply_kind")
    let known: [(kind: ReplyKind, name: String)] = [
      (.none, "none"), (.acceleration, "acceleration"), (.coordinates, "coordinates"),
      (.text, "text"),
    ]
    #expect(Set(listed.keys) == Set(known.map { Int($0.kind.rawValue) }))
    for (kind, name) in known {
      #expect(listed[Int(kind.rawValue)]?.hasPrefix(name) == true, "\(name)")
    }
  }
}
