import KymoText

@testable import KymoCommandLine

/// A command that exists for the tests only: one of every kind of argument.
enum ShakeCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "shake",
    abstract: "Shake a recording and see what falls out.",
    discussion: """
      Every event is shaken once. What falls out is written to the output in the order in which
      it fell, so that two runs with one seed agree.

        shaken = event + noise(seed)

      Nothing is written when nothing falls.
      """,
    positionals: [
      PositionalSpecification("recording", help: "The recordings to shake.", count: .oneOrMore)
    ],
    options: [
      .output(isRequired: true, help: "Where to write what fell out."),
      .speed(default: "max"),
      .duration(help: "Stop after so much logical time."),
      .seed(),
      .format,
      .export(["json", "hgrm"]),
      OptionSpecification(
        "times",
        short: "t",
        "N",
        kind: .integer(1...100),
        default: "3",
        help: "How often to shake."
      ),
      OptionSpecification("tilt", "DEGREES", kind: .number(-90...90), help: "Tilt first."),
      OptionSpecification("label", "TEXT", help: "A name for the run."),
    ],
    flags: [.strict, FlagSpecification("verbose", short: "v", help: "Tell more.")],
    examples: [
      CommandExample("kymo shake walk.mcap -o out.mcap", "Shake a walk three times."),
      CommandExample(
        "kymo shake a.mcap b.mcap -o out.mcap --times 10 --seed 7",
        "Shake two recordings ten times each, with a seed that makes the result repeatable."
      ),
    ],
    exitCodes: [
      ExitCodeNote(.success, "Everything was shaken."),
      ExitCodeNote(.partial, "The shaking was interrupted; what fell out so far is kept."),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let recordings = arguments.positionals("recording")
    if recordings.contains("missing.mcap") {
      throw CommandFailure(file: "missing.mcap", "no such file", remedy: "check the path")
    }
    if arguments.isGiven("tilt"), arguments.flag("strict") {
      throw .usage("--tilt and --strict do not go together")
    }
    console.beginProgress("Shaking", of: recordings.count, unit: "recordings")
    for done in recordings.indices {
      if console.interrupt.isRequested { return .partial }
      console.progress(to: done)
    }
    console.endProgress()
    console.note("shaken with seed \(arguments.seed("seed"))")
    if arguments.wantsJSON {
      let report: JSONText = [
        "schema": "kymograph.shake/1",
        "recordings": JSONText(recordings.map { JSONText($0) }),
      ]
      console.print(report)
    } else {
      console.print("\(recordings.count) shaken")
    }
    return .success
  }
}
