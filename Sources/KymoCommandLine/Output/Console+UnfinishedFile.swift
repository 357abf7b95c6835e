import KymoText

extension Console {
  /// Says what lies beside a file that is older, if something does.
  package mutating func note(
    _ hint: (problem: String, remedy: ToolText)?,
    about path: String,
    _ tool: ToolContext
  ) {
    guard let hint else { return }
    let remedy = hint.remedy.text(tool: tool.name)
    note("\(speaker): \(path.printable): \(hint.problem.printable) (\(remedy))")
  }
}
