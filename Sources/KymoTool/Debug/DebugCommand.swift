import KymoCommandLine
import KymoRecording
import KymoText

/// `kymo debug`: to any step of a recording, forwards and backwards.
enum DebugCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "debug",
    abstract: "Go to any step of a recording, forwards and backwards.",
    discussion: """
      Replays a recording up to any step, and shows what its handlers did. A step back is a replay \
      from the start, at full speed: every step is reached in the same state, whichever way. Reads \
      commands from the terminal or from a pipe; with --command it runs those and ends. 'help' \
      lists them.
      """,
    positionals: [PositionalSpecification("recording", help: "The .mcap file.")],
    options: [
      OptionSpecification(
        "command",
        short: "c",
        "COMMANDS",
        isRepeatable: true,
        help: "Run commands, separated by semicolons, in place of those from standard input."
      ),
      OptionSpecification(
        "break-at",
        "N",
        kind: .integer(0...Int.max),
        help: "Run under lldb, which stops right before the first handler of step N, from 0."
      ),
      .app,
      .mode,
      .sandbox.rare,
    ],
    examples: [
      CommandExample("kymo debug walk.mcap", "commands from the terminal"),
      CommandExample(
        "kymo debug walk.mcap -c 'goto 5000; print; back; print'",
        "two steps, with all that their handlers did"
      ),
      CommandExample(
        "kymo debug walk.mcap -c 'break outcome failed; continue; print'",
        "the first step that fails"
      ),
      CommandExample(
        "kymo debug walk.mcap -c 'break divergence; continue'",
        "the first step that is not as recorded"
      ),
      CommandExample("kymo debug walk.mcap --break-at 5000", "its handlers, in lldb"),
    ],
    exitCodes: [
      ExitCodeNote(.diverged, "it stopped at a step that is not as recorded"),
      ExitCodeNote(.partial, "it was interrupted"),
      ExitCodeNote(.failure, "the recording cannot be read"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    if arguments.isGiven("break-at"), arguments.isGiven("command") {
      throw .usage("--break-at takes no --command: lldb has the prompt then")
    }
    var orders: [DebugOrder] = []
    for text in arguments.texts("command") {
      for part in text.split(separator: ";") {
        guard let order = try DebugSession.order(String(part)) else { continue }
        orders.append(order)
      }
    }
    if arguments.isGiven("break-at"), !Debugger.isWatching {
      try Debugger.start(console: &console)
    }
    let path = arguments.positional("recording")
    let file = try SessionFile.open(path)
    let type = try file.app(arguments, path: path)
    let interrupt = console.interrupt
    let replay: SteppedReplay
    do throws(SteppedReplayError) {
      replay = try SteppedReplay(file, through: type, setup: arguments.setup(file))
    } catch { throw DebugSession.failure(error, path, type) }
    replay.shouldStop = { interrupt.isRequested }
    var session = DebugSession(replay, path: path)
    if let number = arguments.integerIfGiven("break-at") {
      try session.stopInDebugger(before: UInt64(number), &console)
      return .success
    }
    if arguments.isGiven("command") {
      for order in orders where !session.isOver { try session.run(order, &console) }
    } else {
      try session.prompt(&console)
    }
    return interrupt.isRequested ? .partial : session.hasDiverged ? .diverged : .success
  }
}
