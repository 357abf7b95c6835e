/// Small rules about the text of source files; each names its replacement.
enum HouseRules {
  /// The violations in `files`.
  static func violations(in files: [SourceFile]) -> [Violation] {
    files.flatMap { codeViolations($0) + markerViolations($0) }
  }

  private static func codeViolations(_ file: SourceFile) -> [Violation] {
    let banned: [(text: String, instead: String)] = [
      ("try!", "catch the error, or let it through with a typed throws"),
      ("as!", "use a type that needs no cast"),
      ("fatalError(", "use a precondition for a caller's mistake, throw for the world's"),
    ]
    return file.code.lines.enumerated().flatMap { index, line in
      banned.filter { contains($0.text, in: line) }.map {
        Violation(file.path, index + 1, "'\($0.text)': \($0.instead)")
      }
    }
  }

  private static func markerViolations(_ file: SourceFile) -> [Violation] {
    // Spelled in halves, so that this file does not trip over itself.
    let markers = ["TO" + "DO", "FIX" + "ME"]
    return file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, line in
        line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
          .filter { markers.contains(String($0)) }
          .map { Violation(file.path, index + 1, "\($0): do it, or leave it out") }
      }
  }

  /// Whether `text` stands in `line` and is not the end of a longer word.
  private static func contains(_ text: String, in line: String) -> Bool {
    var rest = line[...]
    while let range = rest.firstRange(of: text) {
      let before = line[..<range.lowerBound].last
      if before.map({ !($0.isLetter || $0.isNumber || $0 == "_") }) ?? true { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }
}
