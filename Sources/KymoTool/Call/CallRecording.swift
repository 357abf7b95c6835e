import KymoBridge
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording

/// Records what `kymo call` did: the calls and fixes that the app was given, and what came of them.
struct CallRecording {
  private let app: any App.Type
  /// The setup with which a replay of the recording runs the app.
  private let setup: AppSetup
  private let description: SessionDescription
  private let options: SessionWriter.Options
  /// Where it goes; `-` is standard output.
  let path: String

  /// Reads what the command line says of a recording; nil if it wants none.
  ///
  /// - Throws: `usage` for options that need a recording.
  init?(
    _ arguments: ParsedArguments,
    _ app: any App.Type,
    _ setup: AppSetup
  ) throws(CommandFailure) {
    try arguments.check(
      ["compression"],
      haveEffectIf: arguments.isGiven("record"),
      "needs --record"
    )
    guard let path = arguments.textIfGiven("record") else { return nil }
    try InputFiles([], sandbox: setup.sandbox).check(path)
    var description = SessionDescription(origin: "\(arguments.tool.name) call", seed: setup.seed)
    description.calls = setup.calls
    // What is chosen by default needs no saying.
    for choice in app.choices {
      guard let value = setup.choices[choice.name], value != choice.values.first else { continue }
      description.choices[choice.name] = value
    }
    self.app = app
    self.setup = AppSetup(description)
    self.description = description
    options = OutputOptions.writerOptions(arguments)
    self.path = path
  }

  /// Writes the recording.
  ///
  /// The app runs once more, as a replay would let it: if that comes to something else, as with an app that reads
  /// the files of its sandbox, there is no recording.
  ///
  /// - Returns: where it is.
  /// - Throws: a failure that names the file, or the event that comes out differently.
  func write(_ outcome: CallSession.Outcome) throws(CommandFailure) -> String {
    try check(outcome)
    let output = try OutputFile(path, isNone: InputFiles())
    return try output.keeping { () throws(CommandFailure) in
      let app = try AppInstance.make(app, setup)
      do throws(MCAPError) {
        var maker = try SessionMaker(output, app, description, options: options)
        maker.play(outcome.inputs)
        try maker.finish(after: outcome.end)
      } catch { throw CommandFailure(error, file: path) }
      try output.commit()
      return output.path
    }
  }

  /// Runs the app once more and holds every step against what happened.
  private func check(_ outcome: CallSession.Outcome) throws(CommandFailure) {
    let app = try AppInstance.make(app, setup)
    let run = RecordedRun(app, description)
    var maker = SessionMaker(run, table: app.table, nil, telling: CallCheck(outcome.steps))
    maker.play(outcome.inputs)
    _ = maker.end(after: outcome.end)
    let check = maker.takeSink()
    guard let place = check.firstDifference ?? (check.isWhole ? nil : check.count) else { return }
    throw CommandFailure(
      file: path,
      "not written: event \(place) has another outcome when the session is replayed",
      remedy: """
        it depends on something outside of the recording, which has only calls, fixes and the seed
        """
    )
  }
}

/// The sink that holds steps against those of `kymo call`.
private struct CallCheck: OutcomeSink {
  private let steps: [CallStep]
  private(set) var count = 0
  private(set) var firstDifference: Int?

  init(_ steps: [CallStep]) { self.steps = steps }

  /// Whether there are as many steps.
  var isWhole: Bool { count == steps.count }

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    defer { count += 1 }
    guard firstDifference == nil else { return }
    guard count < steps.count else {
      firstDifference = count
      return
    }
    let step = steps[count]
    let text = outcome.replyKind == .text ? reply.text : nil
    let (event, outcome) = (copy event, copy outcome)
    let isSame =
      step.event.timestamp == event.timestamp && step.event.source == event.source
      && step.event.sequence == event.sequence && step.outcome.status == outcome.status
      && step.outcome.errorCode == outcome.errorCode && step.reply == text
    if !isSame { firstDifference = count }
  }
}
