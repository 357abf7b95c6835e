import KymoBridge
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoSynth

/// `kymo call`: one command to a simulated phone, and what happens in every stage.
enum CallCommand: Subcommand {
  static let specification: CommandSpecification = specification([], [])

  static func specification(for tool: ToolContext) -> CommandSpecification {
    specification(tool.apps.types, tool.apps.choices).bound(to: tool)
  }

  /// The command with the calls that apps take, and what can be chosen about their devices.
  private static func specification(
    _ apps: [any App.Type],
    _ choices: [AppChoice]
  ) -> CommandSpecification {
    let calls = apps.filter { !$0.summary.isEmpty }
      .map { " The commands of \($0.name): \($0.summary)." }.joined()
    let own = apps.flatMap { $0.examples }.map {
      CommandExample("kymo call \($0.arguments)", $0.explanation)
    }
    return CommandSpecification(
      name: "call",
      abstract: "Send calls to a simulated phone and see every stage.",
      discussion: """
        Sends the text of a call to the app on a simulated phone, as JavaScript would. Shows how \
        the call is decoded, what every handler reports, and the reply. The phone runs in logical \
        time: location fixes come once a second (the first is a cached one), and a user taps Done \
        after one to five seconds. Everything that a call causes later is shown too.

        A call is call?cmd=NAME&msg=TEXT. TEXT is percent-escaped JSON: a list of parameters, or a \
        single one.\(calls)
        """,
      positionals: [
        PositionalSpecification(
          "call",
          help: "The text of a call; several are sent one after the other.",
          count: .oneOrMore,
          kind: .text
        )
      ],
      options: [
        .mode,
        .newApp,
        OptionSpecification(
          "every",
          "SECONDS",
          kind: .duration,
          default: "1",
          help: "The logical time between two calls."
        ),
        OptionSpecification(
          "motion",
          "KIND",
          kind: .choice(["walk", "drive", "still"]),
          default: "walk",
          help: "Where the phone's fixes come from: walk, drive or still."
        ),
      ] + choices.map(option) + [
        .sandbox,
        .seed(),
        OptionSpecification(
          "record",
          "FILE",
          kind: .file,
          help: "Record the session to FILE, for replay --verify."
        ),
        OutputOptions.compression,
        .format,
      ],
      examples: own.isEmpty ? examples : own,
      exitCodes: [
        ExitCodeNote(.failure, "a call is malformed, unknown or invalid, or it failed"),
        ExitCodeNote(.partial, "it was interrupted"),
      ]
    )
  }

  /// Calls that any app may have.
  private static let examples = [
    CommandExample("kymo call 'call?cmd=NAME'", "one call, and what every stage says of it"),
    CommandExample(
      #"kymo call 'call?cmd=NAME&msg="TEXT"' 'call?cmd=NAME&msg=[1,2]' --every 5"#,
      "two calls with parameters, five seconds apart"
    ),
  ]

  /// A choice as an option of the command line.
  private static func option(_ choice: AppChoice) -> OptionSpecification {
    OptionSpecification(
      choice.name,
      choice.placeholder,
      kind: .choice(choice.values),
      default: choice.values[0],
      help: choice.help
    )
  }

  /// Returns the choices that were made about the device of an app.
  private static func choices(
    _ app: any App.Type,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [String: String] {
    var chosen: [String: String] = [:]
    for choice in arguments.tool.apps.choices where arguments.isGiven(choice.name) {
      let value = arguments.text(choice.name)
      guard let own = app.choices.first(where: { $0.name == choice.name }),
        own.values.contains(value)
      else { throw .usage("--\(choice.name) \(value) means nothing to \(app.name)") }
      chosen[choice.name] = value
    }
    return chosen
  }

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let calls = CallRules(mode: arguments.callMode ?? .strict)
    let app = arguments.app
    let setup = AppSetup(
      calls: calls,
      seed: arguments.seed("seed"),
      sandbox: arguments.textIfGiven("sandbox"),
      choices: try choices(app, arguments)
    )
    let recording = try CallRecording(arguments, app, setup)
    guard let motion = SyntheticSession.Kind(rawValue: arguments.text("motion")) else {
      preconditionFailure("the motion was validated")
    }
    let urls = arguments.positionals("call")
    var map = CommandMap()
    var session = CallSession(
      try AppInstance.make(app, setup) { map = $0 },
      map,
      calls: calls,
      seed: setup.seed,
      motion: motion
    )
    let instance = session.app
    let every = arguments.nanoseconds("every")
    for (index, url) in urls.enumerated() {
      let (time, overflow) = every.multipliedReportingOverflow(by: Int64(index))
      guard !overflow, time < 1 << 60 else { throw .usage("--every is too long for so many calls") }
      try session.send(url, at: time, console.interrupt)
    }
    let outcome = session.finish()
    let report = CallReport(
      urls: urls,
      calls: calls,
      steps: outcome.steps,
      log: instance.device?.logLines ?? [],
      app: app,
      counted: CountedByApp(instance)
    )
    console.isOutputTaken = recording?.path == "-"
    if arguments.wantsJSON {
      let recorded = try recording?.write(outcome)
      console.print(report.json(recording: recorded))
    } else {
      report.print(to: &console)
      if let recorded = try recording?.write(outcome) { console.print("recorded  \(recorded)") }
    }
    return report.status
  }
}
