import Testing

/// Functions, parameters and lines are counted as a person would.
@Suite("Sizes") struct SizeCheckTests {
  private func functions(_ text: String) -> [FunctionScan.Function] {
    FunctionScan(SwiftCode(text)).functions
  }

  @Test("functions of every kind are found, with their lines and parameters") func kinds() {
    let text = """
      struct A<T> {
        let a = 1, b: [Int: String] = [:]
        var c: Int { 1 }
        var d: [Int] = [1, 2]
        var e: (Int, Int) {
          get { (1, 2) }
        }
        init?<S>(_ a: Int, b: [String: Int] = [1: 2, 3: 4], c: (Int, Int) -> Void = { _, _ in })
        where S: Sequence {
          self.init(1)
        }
        static func == (l: A, r: A) -> Bool { l.a == r.a }
        func none() throws(E) -> Int
        func some<K, V>(
          _ a: Dictionary<K, V>,
          _ b: () -> Int,
        ) throws(E)
          -> [Int]
        {
          let f = "func x(a, b)"  // func y(c)
          func inner() {
          }
          return []
        }
        subscript(a: Int, b: Int) -> Int {
          a
        }
        deinit {
        }
      }
      """
    let expected: [(String, Int, Int, Int)] = [
      ("c", 3, 1, 0), ("e", 5, 3, 0), ("init", 8, 4, 3), ("==", 12, 1, 2), ("none", 13, 0, 0),
      ("some", 14, 11, 2), ("inner", 21, 2, 0), ("subscript", 25, 3, 2), ("deinit", 28, 2, 0),
    ]
    #expect(
      functions(text)
        == expected.map {
          FunctionScan.Function(name: $0.0, line: $0.1, lines: $0.2, parameters: $0.3)
        }
    )
  }

  @Test("calls, members and names in backticks are no functions") func others() {
    #expect(functions("a.init(1, 2)\nlet b = A.init(1) { 2 }\nf(`func`: 1)\nvar x = 1\n").isEmpty)
  }

  private func messages(_ text: String, _ exceptions: [SizeCheck.Exception] = []) -> [String] {
    SizeCheck(exceptions: exceptions)
      .violations(in: [SourceFile(path: "Sources/KymoCore/A.swift", text: text)]).map(\.message)
  }

  @Test("70 lines, 7 parameters and 450 lines of a file are the most") func limits() {
    func function(_ lines: Int) -> String {
      "func f() {\n" + String(repeating: "  a()\n", count: lines - 2) + "}\n"
    }
    #expect(messages(function(70)).isEmpty)
    #expect(messages(function(71)).map { $0.hasPrefix("f: 71 lines of a function") } == [true])
    func list(_ count: Int) -> String {
      "func f(\((1...count).map { "a\($0): Int" }.joined(separator: ", ")))\n"
    }
    #expect(messages(list(7)).isEmpty)
    #expect(messages(list(8)).map { $0.hasPrefix("f: 8 parameters") } == [true])
    #expect(messages(String(repeating: "a()\n", count: 450)).isEmpty)
    #expect(messages(String(repeating: "a()\n", count: 451)).count == 1)
  }

  @Test("an exception holds for its size, neither for more nor for less") func ratchet() {
    func exception(_ size: Int, of file: String = "A.swift") -> SizeCheck.Exception {
      SizeCheck.Exception(file: file, kind: .fileLines, size: size, reason: "a reason")
    }
    let text = String(repeating: "a()\n", count: 460)
    #expect(messages(text, [exception(460)]).isEmpty)
    #expect(messages(text, [exception(459)]).map { $0.contains("grew from 459 to 460") } == [true])
    #expect(messages(text, [exception(461)]).map { $0.contains("has only 460") } == [true])
    let gone = messages(text, [exception(460), exception(500, of: "B.swift")])
    #expect(gone.map { $0.contains("B.swift is within the limit, or gone") } == [true])
  }
}
