import KymoCommandLine
import KymoQuery
import KymoText

/// A statement on its way from a recording to where its rows are wanted.
struct QueryRun {
  private let database: RecordingDatabase
  private let format: QueryFormat
  private let path: String

  /// Prepares to ask a recording.
  init(_ database: RecordingDatabase, _ format: QueryFormat, path: String) {
    self.database = database
    self.format = format
    self.path = path
  }

  /// Rows have nowhere to go any more.
  private struct OutputIsGone: Error {}

  /// Runs a statement, and writes its rows.
  ///
  /// - Parameters:
  ///   - statement: the SELECT.
  ///   - target: where they go; nil for standard output.
  ///   - console: the console.
  /// - Returns: `success`, or `partial` if it was interrupted.
  /// - Throws: what is wrong with the statement or the recording, or that the rows cannot be written.
  func write(
    _ statement: String,
    to target: OutputFile?,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let interrupt = console.interrupt
    var problem: QueryError?
    if let target {
      problem = try run(statement, interrupt) { text throws(CommandFailure) in
        try target.write(text)
      }
    } else {
      // Whoever reads the rows on a terminal must not be steered by them.
      let isShown = console.terminal.isOutputTerminal
      do throws(OutputIsGone) {
        problem = try run(statement, interrupt) { text throws(OutputIsGone) in
          if isShown { console.print(text) } else { console.printTaken(text) }
          if console.output.failure != nil { throw OutputIsGone() }
        }
      } catch {
        // The tool says why, when it ends.
        return .success
      }
    }
    switch problem {
    case nil:
      try target?.commit()
      return .success
    case .interrupted:
      guard let target else { throw .interrupted }
      _ = try target.finish(wasInterrupted: true, having: "the rows so far", &console)
      return .partial
    case let problem?: throw Self.failure(problem, path, statement)
    }
  }

  private func run<Failure: Error>(
    _ statement: String,
    _ interrupt: Interrupt,
    _ write: (String) throws(Failure) -> Void
  ) throws(Failure) -> QueryError? {
    var writer = QueryWriter(format)
    var text = ""
    var hasBegun = false
    let problem = try database.run(statement, shouldStop: { interrupt.isRequested }) {
      columns throws(Failure) in
      text = writer.begin(columns)
      hasBegun = true
    } row: { row throws(Failure) in
      text += writer.row(row)
      guard text.utf8.count > OutputStream.limit else { return }
      try write(text)
      text.removeAll(keepingCapacity: true)
    }
    // Of a statement that is wrong there is nothing to show.
    guard hasBegun, problem == nil || writer.rowCount > 0 else { return problem }
    text += writer.end(isComplete: problem == nil)
    if !text.isEmpty { try write(text) }
    return problem
  }

  /// Writes which tables there are.
  ///
  /// - Throws: that they cannot be written.
  func writeTables(to target: OutputFile?, _ console: inout Console) throws(CommandFailure) {
    var writer = QueryWriter(format)
    var text = writer.begin(["table", "column", "type", "unit", "meaning"])
    for table in database.tables {
      text += writer.row([.text(table.name), .null, .null, .null, .text(table.meaning)])
      for column in table.columns {
        text += writer.row([
          .text(table.name), .text(column.name), .text(column.kind.rawValue),
          column.unit.isEmpty ? .null : .text(column.unit),
          column.meaning.isEmpty ? .null : .text(column.meaning),
        ])
      }
    }
    text += writer.end(isComplete: true)
    guard let target else { return console.print(text) }
    try target.write(text)
    try target.commit()
  }

  /// The one line that says what is wrong with a recording or a statement.
  static func failure(_ error: QueryError, _ path: String, _ statement: String) -> CommandFailure {
    switch error {
    case .recording(let error): return CommandFailure(error, file: path)
    case .interrupted: return .interrupted
    case .statement(let problem, let offset):
      let tables: ToolText? =
        problem.hasPrefix("no such table") || problem.hasPrefix("no such column")
        ? "\(.tool) query \(path.shellQuoted) --tables lists tables and columns" : nil
      return CommandFailure(
        file: place(offset, in: statement),
        problem.printable,
        remedy: tables
      )
    case .refused(let problem), .tooLarge(let problem):
      return CommandFailure("the statement: \(problem)".printable)
    }
  }

  /// Where a byte of a statement is: "line 2, column 8 of the statement, at 'FORM events'".
  private static func place(_ offset: Int?, in statement: String) -> String {
    let bytes = Array(statement.utf8)
    guard let offset, offset <= bytes.count else { return "the statement" }
    let before = String(decoding: bytes[..<offset], as: UTF8.self)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let column = (lines.last?.count ?? 0) + 1
    let rest = String(decoding: bytes[offset...], as: UTF8.self)
    let line = rest.split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
    let shown = line.count > 30 ? line.prefix(30) + "…" : line
    let at = shown.isEmpty ? "" : ", at '\(String(shown).printable)'"
    return "the statement, line \(lines.count), column \(column)\(at)"
  }
}
