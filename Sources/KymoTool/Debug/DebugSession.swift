import Glibc
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoText

/// The conversation of `kymo debug`: commands in, steps out.
struct DebugSession {
  private let replay: SteppedReplay
  private let path: String
  private var breakpoints: [StepBreakpoint] = []
  /// The breakpoints as they were typed, by their numbers.
  private var texts: [Int: String] = [:]  // Looked up, never iterated.
  private var lastNumber = 0
  /// Whether `quit` was said.
  private(set) var isOver = false
  /// Whether it stopped at a step that is not as recorded.
  private(set) var hasDiverged = false

  /// Stands before the first step.
  init(_ replay: SteppedReplay, path: String) {
    self.replay = replay
    self.path = path
  }

  /// The failure of a movement.
  static func failure(
    _ error: SteppedReplayError,
    _ path: String,
    _ type: any App.Type
  ) -> CommandFailure {
    switch error {
    case .session(let error): CommandFailure(error, file: path)
    case .app(let error): CommandFailure("the app \(type.name): \(error)".printable)
    }
  }

  private func moving<Value>(
    _ body: () throws(SteppedReplayError) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(SteppedReplayError) { return try body() } catch {
      throw Self.failure(error, path, replay.type)
    }
  }

  // MARK: Lines

  /// Reads commands from standard input, to its end.
  ///
  /// On a terminal there is a prompt, and a wrong line is told. From a pipe a wrong line ends it.
  mutating func prompt(_ console: inout Console) throws(CommandFailure) {
    let isTerminal = UnsafeTerminal.isTerminal(0)
    if isTerminal { try run(.info, &console) }
    while !isOver, !console.interrupt.isRequested {
      console.flush()
      if isTerminal { _ = UnsafeTerminal.writeAll(Array("(kymo) ".utf8), to: 2) }
      guard let line = readLine() else { return }
      do throws(CommandFailure) {
        guard let order = try Self.order(line) else { continue }
        try run(order, &console)
      } catch {
        guard isTerminal else { throw error }
        console.complain(error.message.text(tool: "kymo"))
      }
    }
  }

  /// Reads a command; nil of an empty line.
  ///
  /// - Throws: a usage error that says what the line lacks.
  static func order(_ line: String) throws(CommandFailure) -> DebugOrder? {
    do throws(DebugOrderError) { return try DebugOrder(line) } catch {
      throw .usage(error.message)
    }
  }

  /// Runs a command.
  ///
  /// - Throws: what the app has not, or why the recording cannot be read.
  mutating func run(_ order: DebugOrder, _ console: inout Console) throws(CommandFailure) {
    switch order {
    case .goTo(let place): try go(to: place, &console)
    case .next(let count): try go(by: replay.position.addingReportingOverflow(count), &console)
    case .back(let count):
      try go(by: (replay.position - min(replay.position, count), false), &console)
    case .goOn, .goBack: try goOn(order == .goBack, &console)
    case .setBreakpoint(let condition): try add(condition, &console)
    case .breakpoints: list(&console)
    case .delete(let number):
      guard breakpoints.contains(where: { $0.number == number }) else {
        throw .usage("there is no breakpoint \(number)")
      }
      breakpoints.removeAll { $0.number == number }
    case .show(let isJSON): try show(isJSON, &console)
    case .counters: counters(&console)
    case .list(let count): try list(count, &console)
    case .info: info(&console)
    case .digest:
      console.print("digest    \(TraceDigest.text(replay.digest.total)), \(replay.position) steps")
    case .divergence: divergence(&console)
    case .help: console.print(DebugOrder.helpText)
    case .quit: isOver = true
    }
  }

  // MARK: Movements

  private func go(by target: (UInt64, Bool), _ console: inout Console) throws(CommandFailure) {
    try moving { () throws(SteppedReplayError) in try replay.go(to: target.1 ? .max : target.0) }
    try tell("", &console)
  }

  private func go(to place: DebugOrder.Place, _ console: inout Console) throws(CommandFailure) {
    try moving { () throws(SteppedReplayError) in
      switch place {
      case .start: try replay.restart()
      case .end: try replay.go(to: .max)
      case .step(let number): try replay.go(to: number == .max ? number : number + 1)
      case .input(let number): try replay.go(toInput: number)
      case .time(let place): try replay.go(toTime: SessionSeries(replay.file).time(of: place) ?? 0)
      }
    }
    try tell("", &console)
  }

  private mutating func goOn(_ isBack: Bool, _ console: inout Console) throws(CommandFailure) {
    let met = try moving { () throws(SteppedReplayError) in
      isBack ? try replay.goBack(until: breakpoints) : try replay.goOn(until: breakpoints)
    }
    try tell(met.map { "breakpoint \($0.number), \(texts[$0.number] ?? ""): " } ?? "", &console)
    guard met?.condition == .divergence else { return }
    hasDiverged = true
    divergence(&console)
  }

  /// Stops in the debugger before a step's first handler.
  func stopInDebugger(before number: UInt64, _ console: inout Console) throws(CommandFailure) {
    try moving { () throws(SteppedReplayError) in try replay.go(to: number) }
    guard replay.position == number, !replay.isAtEnd else {
      throw CommandFailure(file: path, "it has no step \(number); it has \(replay.position) steps")
    }
    console.error(
      "the debugger stops before the first handler of step \(number): 'finish' four times, then 'step'"
    )
    console.flush()
    var isReached = false
    replay.beforeHandlers = {
      if !isReached { Debugger.trap() }
      isReached = true
    }
    try moving { () throws(SteppedReplayError) in try replay.go(to: number + 1) }
    if !isReached { console.error("step \(number) has no handler, or one that takes batches") }
    try show(false, &console)
  }

  // MARK: Breakpoints

  private mutating func add(
    _ condition: DebugOrder.Condition,
    _ console: inout Console
  ) throws(CommandFailure) {
    let (found, text) = try resolved(condition)
    lastNumber += 1
    breakpoints.append(StepBreakpoint(number: lastNumber, found))
    texts[lastNumber] = text
    console.print("breakpoint \(lastNumber): \(text)")
  }

  private func resolved(
    _ condition: DebugOrder.Condition
  ) throws(CommandFailure) -> (StepBreakpoint.Condition, String) {
    switch condition {
    case .command(let name):
      if name == OutcomeStatus.unknownCommand.name {
        return (.command(.unknown), "command \(name)")
      }
      guard let id = replay.command(name) else {
        throw .usage(
          "the app \(replay.type.name) has no command '\(name)'; it has \(replay.commands.inWords)"
        )
      }
      return (.command(id), "command \(name)")
    case .outcome(let name):
      let status = OutcomeStatus.allCases.first {
        $0.name == name || $0.heading == name || "\($0)" == name
          || $0 == .unknownCommand && name == "unknown"
      }
      guard let status else {
        throw .usage(
          "no step ends as '\(name)', but as \(OutcomeStatus.allCases.map(\.name).inWords)"
        )
      }
      return (.outcome(status), "outcome \(status.name)")
    case .error(let name):
      let code = UInt16(name) ?? (1...UInt16.max).first { replay.type.name(ofError: $0) == name }
      guard let code else { throw .usage("the app \(replay.type.name) has no error '\(name)'") }
      return (.error(code), "error \(replay.type.name(ofError: code))")
    case .text(let text): return (.text(Array(text.utf8)), "text \(text.printable)")
    case .step(let number): return (.step(number), "event \(number)")
    case .divergence:
      guard replay.file.result != nil || replay.file.hasTrace else {
        throw CommandFailure(file: path, "it has neither a digest nor a trace to compare with")
      }
      return (.divergence, "divergence")
    }
  }

  private func list(_ console: inout Console) {
    if breakpoints.isEmpty { console.print("no breakpoints") }
    for breakpoint in breakpoints {
      console.print("\(breakpoint.number)  \(texts[breakpoint.number] ?? "")")
    }
  }

  // MARK: What is shown

  /// Says where it stands.
  private func tell(_ reason: String, _ console: inout Console) throws(CommandFailure) {
    guard let step = try moving({ () throws(SteppedReplayError) in try replay.step() }) else {
      console.print("at the start, before the first step")
      return
    }
    if replay.isAtEnd { console.print("at the end, after \(replay.position) steps") }
    console.print(reason + StepReport(step, replay).line)
  }

  private func show(_ isJSON: Bool, _ console: inout Console) throws(CommandFailure) {
    guard let step = try moving({ () throws(SteppedReplayError) in try replay.step() }) else {
      if isJSON { throw .usage("there is no step before the first one to print") }
      console.print("at the start, before the first step")
      return
    }
    let report = StepReport(step, replay)
    if isJSON { console.print(report.json) } else { report.print(to: &console) }
  }

  private func counters(_ console: inout Console) {
    guard let app = replay.app else { return }
    console.print(CountedByApp(app))
    if replay.counters.isEmpty { console.print("the app counts nothing") }
  }

  private func list(_ count: UInt64, _ console: inout Console) throws(CommandFailure) {
    let here = replay.position
    let first = here > count ? here - count : 1
    let last = max(here, 1).addingReportingOverflow(count).partialValue
    for position in first...max(first, last) {
      let step = try moving { () throws(SteppedReplayError) in
        try replay.go(to: position)
        return try replay.step()
      }
      guard replay.position == position, let step, !console.interrupt.isRequested else { break }
      console.print((position == here ? "> " : "  ") + StepReport(step, replay).line)
    }
    try moving { () throws(SteppedReplayError) in
      if here == 0 { try replay.restart() } else { try replay.go(to: here) }
    }
  }

  private func info(_ console: inout Console) {
    let total = replay.file.result.map { " of \($0.events)" } ?? ""
    console.print("\(path): through \(replay.type.name)")
    console.print(
      "at        \(replay.position)\(total) steps, \(replay.inputCount) inputs, "
        + "\(replay.waiting.count) raised events wait"
    )
    console.print("digest    \(TraceDigest.text(replay.digest.total))")
  }

  private func divergence(_ console: inout Console) {
    guard let divergence = replay.divergence else {
      console.print("no step up to here is known to differ; to compare: break divergence, continue")
      return
    }
    let report = DivergenceReport(
      app: replay.type,
      commands: replay.commands,
      recordedCommands: replay.file.commands
    )
    DivergenceReport.print(replay.differences, to: &console)
    report.print(divergence, to: &console)
  }
}
