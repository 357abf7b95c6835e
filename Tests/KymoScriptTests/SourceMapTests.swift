import Synchronization
import Testing

@testable import KymoScript

@Suite("Source maps")
struct SourceMapTests {
  static let numbers: [(String, Int)] = [
    ("A", 0), ("C", 1), ("D", -1), ("e", 15), ("gB", 16), ("hB", -16), ("2H", 123), ("3H", -123),
    ("+/////D", 0x7FFF_FFFF),
  ]

  @Test("Numbers of base 64 have the sign in the lowest bit", arguments: numbers)
  func number(text: String, value: Int) {
    var index = 0
    #expect(SourceMap.number(in: Array(text.utf8), at: &index) == value)
    #expect(index == text.utf8.count)
  }

  @Test(
    "What is no number is none",
    arguments: ["", "g", "!", "ggggggggggggggggggggA", "é"]
  )
  func noNumber(text: String) {
    var index = 0
    #expect(SourceMap.number(in: Array(text.utf8), at: &index) == nil)
  }

  @Test("A place comes from the last segment before it in its line")
  func places() throws {
    // Line 1: column 0 from a.js 1:1, column 8 from b.js 3:5; line 2 has none; line 3: column 4 from none, 8 from b.js 4:1.
    let map = try #require(
      SourceMap(#"{"version":3,"sources":["a.js","b.js"],"mappings":"AAAA,QCEI;;I,IACJ"}"#)
    )
    #expect(map.place(line: 1, column: 1) == ScriptPlace(source: "a.js", line: 1, column: 1))
    #expect(map.place(line: 1, column: 8) == ScriptPlace(source: "a.js", line: 1, column: 1))
    #expect(map.place(line: 1, column: 9) == ScriptPlace(source: "b.js", line: 3, column: 5))
    #expect(map.place(line: 1, column: 1000)?.source == "b.js")
    #expect(map.place(line: 1, column: 0)?.source == "a.js")
    #expect(map.place(line: 2, column: 1) == nil)
    #expect(map.place(line: 3, column: 5) == nil)
    #expect(map.place(line: 3, column: 9) == ScriptPlace(source: "b.js", line: 4, column: 1))
    #expect(map.place(line: 0, column: 1) == nil)
    #expect(map.place(line: 4, column: 1) == nil)
  }

  @Test("A folder stands before its sources, and a guard before the map")
  func folder() throws {
    let text = #"{"version":3,"sourceRoot":"src","sources":["a.js",null],"mappings":"AAAA;ACAA"}"#
    let map = try #require(SourceMap(")]}'\n" + text))
    #expect(map.place(line: 1, column: 1)?.source == "src/a.js")
    #expect(map.place(line: 2, column: 1)?.source == "src/")
  }

  @Test(
    "What is no map is none",
    arguments: [
      "", "{", "[]", "{}", #"{"mappings":"AAAA"}"#, #"{"sources":[],"mappings":"AAAA"}"#,
      #"{"sources":["a"],"mappings":"AA"}"#, #"{"sources":["a"],"mappings":"ADAA"}"#,
      #"{"sources":["a"],"mappings":"!"}"#, #"{"sources":["a"],"mappings":"AAAAAA"}"#,
      #"{"sources":["a"],"mappings":7}"#,
    ]
  )
  func noMap(text: String) { #expect(SourceMap(text) == nil) }

  @Test("A bundle is made once for the same modules")
  func memory() {
    let runs = Counter()
    let bundler = ModuleBundler {
      "bundler 1"
    } run: { files in
      runs.add()
      return .bundle(code: files.map(\.text).joined(), map: "")
    }
    let files = [ModuleFile(name: "entry.js", text: "a")]
    #expect(bundler.bundle(files) == bundler.bundle(files))
    #expect(runs.count == 1)
    _ = bundler.bundle([ModuleFile(name: "entry.js", text: "b")])
    #expect(runs.count == 2)
    #expect(bundler.name() == "bundler 1")
  }
}

/// Counts on whatever thread.
private final class Counter: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}
