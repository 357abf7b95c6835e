import KymoCommandLine
import KymoQuery
import KymoRecording
import KymoText

/// `kymo query`: SQL over a recording.
enum QueryCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "query",
    abstract: "Ask a recording questions in SQL.",
    discussion: """
      Runs one SELECT over the tables of a recording: events, accelerations, locations, requests, \
      replies, steps, losses, metadata, and one for each other channel whose messages have named \
      fields, such as gyroscope. --tables lists them with their columns and units.

      SQLite reads the tables straight from the file: only the chunks and columns that the \
      statement needs. Memory does not depend on the length of the recording. The statement \
      cannot change anything, and reads no other file but those of --latencies.

      Times are in ns as recorded (time_ns), and in seconds since the first message (seconds; \
      second is the same rounded down). The column step joins an input with what came of it. A \
      value that is not known is null.

      --latencies adds a table of the slowest events of a run of kymo bench, with the step of each: \
      what was slow is joined with what came in. A run of another recording is refused.
      """,
    positionals: [
      PositionalSpecification("recording", help: "The .mcap file."),
      PositionalSpecification(
        "statement",
        help: "A SELECT, or - to read it from standard input.",
        count: .optional,
        kind: .text
      ),
    ],
    options: [
      OptionSpecification(
        "format",
        "FORMAT",
        kind: .choice(QueryFormat.allCases.map(\.rawValue)),
        default: QueryFormat.table.rawValue,
        help: "Write a table for people, csv with a heading, or json for programs."
      ),
      .output(isRequired: false, help: "Write the result to FILE."),
      .app,
      QueryLatencies.option,
    ],
    flags: [FlagSpecification("tables", help: "List the tables with their columns and units.")],
    examples: [
      CommandExample(
        "kymo query walk.mcap 'SELECT command, count(*) FROM events GROUP BY command'",
        "how often each command was called"
      ),
      CommandExample("kymo query walk.mcap --tables", "what can be asked"),
      CommandExample(
        "kymo query walk.mcap 'SELECT * FROM locations' --format csv -o walk.csv",
        "for a spreadsheet"
      ),
      CommandExample(
        "kymo query walk.mcap 'SELECT * FROM latencies JOIN steps USING (step)' --latencies bench.json",
        "what the slowest events of a run were"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.partial, "interrupted; the rows so far are written"),
      ExitCodeNote(.failure, "the statement or the recording is at fault"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let words = arguments.positionalIfGiven("statement")
    let path = arguments.positional("recording")
    let format = QueryFormat(rawValue: arguments.text("format")) ?? .table
    let wantsTables = arguments.flag("tables")
    if wantsTables, words != nil { throw .usage("--tables takes no statement") }
    if !wantsTables, words == nil {
      throw .usage("what to ask is missing: a SELECT, or --tables")
    }
    let statement = try words.map { text throws(CommandFailure) in try self.statement(text) }
    let file = try SessionFile.open(path)
    console.note(UnfinishedFile.hint(beside: path), about: path, arguments.tool)
    let app = try AppInstance.make(try file.app(arguments, path: path), AppSetup(file))
    let latencies =
      arguments.isGiven(QueryLatencies.option.name)
      ? try QueryLatencies.read(arguments, file, app, path) : nil
    let database: RecordingDatabase
    do throws(QueryError) {
      database = try RecordingDatabase(file, app, latencies: latencies)
    } catch {
      throw QueryRun.failure(error, path, "")
    }
    let inputs = InputFiles([path] + arguments.texts(QueryLatencies.option.name))
    var target: OutputFile?
    if let name = arguments.textIfGiven("output") { target = try OutputFile(name, isNone: inputs) }
    let run = QueryRun(database, format, path: path)
    do throws(CommandFailure) {
      if let statement {
        return try run.write(statement, to: target, &console)
      }
      try run.writeTables(to: target, &console)
      return .success
    } catch {
      target?.discard()
      throw error
    }
  }

  /// The longest statement that is read from standard input, in bytes.
  private static let longestStatement = 1 << 20

  private static func statement(_ text: String) throws(CommandFailure) -> String {
    guard text == "-" else { return text }
    return try UnsafeTextFile.read("/dev/stdin", limit: longestStatement)
  }
}
