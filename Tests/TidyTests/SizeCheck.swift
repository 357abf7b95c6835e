/// How large files and functions are, and which may be larger, for a reason.
struct SizeCheck {
  /// What is too large by itself, and may be as large as it is.
  struct Exception: Equatable {
    /// The name of the file, without its folder, so that it can move.
    let file: String
    /// The function; nil for the file as a whole.
    var function: String?
    let kind: Kind
    /// How large it is; it may not grow, and what has shrunk is noted here.
    let size: Int
    /// Why it is not smaller.
    let reason: String
  }

  /// What is counted.
  enum Kind: String {
    case fileLines = "lines"
    case functionLines = "lines of a function"
    case parameters

    /// The most that there may be.
    var limit: Int {
      switch self {
      case .fileLines: 450
      case .functionLines: 70
      case .parameters: 7
      }
    }

    var remedy: String {
      switch self {
      case .fileLines: "move a capability to its own file"
      case .functionLines: "give its steps names"
      case .parameters: "let a type have those that belong together"
      }
    }
  }

  private struct Finding {
    let file: SourceFile
    let line: Int
    let function: String?
    let kind: Kind
    let size: Int
  }

  let exceptions: [Exception]

  /// The violations in `files`, which are all that the exceptions are about.
  func violations(in files: [SourceFile]) -> [Violation] {
    var unused = exceptions
    var found: [Violation] = []
    for finding in files.flatMap(findings) {
      let match = unused.firstIndex {
        $0.file == finding.file.name && $0.function == finding.function && $0.kind == finding.kind
      }
      let exception = match.map { unused.remove(at: $0) }
      if let violation = violation(finding, exception) { found.append(violation) }
    }
    return found
      + unused.map {
        Violation(
          "Tests/TidyTests/SizeExceptions.swift",
          0,
          "\($0.file)\($0.function.map { " \($0)" } ?? "") is within the limit, or gone: take it off the list"
        )
      }
  }

  private func violation(_ finding: Finding, _ exception: Exception?) -> Violation? {
    let (kind, size) = (finding.kind, finding.size)
    let name = finding.function.map { "\($0): " } ?? ""
    guard let exception else {
      let message = "\(name)\(size) \(kind.rawValue), at most \(kind.limit); \(kind.remedy)"
      return Violation(finding.file.path, finding.line, message)
    }
    if size == exception.size { return nil }
    let message =
      size > exception.size
      ? "\(name)grew from \(exception.size) to \(size) \(kind.rawValue), and may only shrink"
      : "\(name)has only \(size) \(kind.rawValue) now: say so in SizeExceptions.swift"
    return Violation(finding.file.path, finding.line, message)
  }

  private func findings(_ file: SourceFile) -> [Finding] {
    var found: [Finding] = []
    func note(_ line: Int, _ function: String?, _ kind: Kind, _ size: Int) {
      guard size > kind.limit else { return }
      found.append(Finding(file: file, line: line, function: function, kind: kind, size: size))
    }
    note(0, nil, .fileLines, file.text.utf8.count { $0 == UInt8(ascii: "\n") })
    for function in FunctionScan(file.code).functions {
      note(function.line, function.name, .functionLines, function.lines)
      note(function.line, function.name, .parameters, function.parameters)
    }
    return found
  }
}
