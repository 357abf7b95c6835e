import KymoCommandLine
import KymoText

/// `kymo replay`: a recording, or the requests of a capture, through the pipeline.
enum ReplayCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "replay",
    abstract: "Run a recording, or a capture, through the pipeline again.",
    discussion: """
      Feeds the input channels of a recording to the handlers of an app, and chains every outcome \
      into a digest. The digest is the same at every speed, with any number of rings, in every \
      build. --verify compares the replay with everything in the recording. The requests of a \
      capture are dispatched in order, and the replies compared with the captured ones. Several \
      recordings are one session: each goes on where the one before it ends.
      """,
    positionals: [
      PositionalSpecification(
        "recording",
        help: "The .mcap file to replay, or several in the order of their times, or a capture.",
        count: .oneOrMore
      )
    ],
    options: [
      .speed(default: "max"),
      OptionSpecification(
        "max-gap",
        "SECONDS",
        kind: .duration,
        help: "Wait at most so long between two events, however long the recorded gap."
      ).rare,
      .app,
      .mode,
      .sandbox.rare,
      OptionSpecification(
        "rings",
        "N",
        kind: .integer(1...64),
        default: "1",
        help: "The number of rings that the events go through, in turn."
      ).rare,
      ReplayInstances.option.rare,
    ] + ReplayScopeOptions.options + [
      OptionSpecification(
        "record",
        "FILE",
        kind: .file,
        help: "Record the replay, with its trace, to FILE."
      ),
      .output(
        isRequired: false,
        help: "With --accept: the new reference recording."
      ),
      OutputOptions.compression,
      OutputOptions.flushInterval,
      OptionSpecification(
        "tolerance",
        "FIELD=DISTANCE",
        isRepeatable: true,
        help: "With --verify: let a number in replies differ by DISTANCE, such as reply.x=1e-9."
      ),
      OptionSpecification(
        "ignore",
        "FIELD",
        isRepeatable: true,
        help: """
          With --verify: do not compare a field. Of a capture: do not compare members of JSON, \
          json:/POINTER, separated by commas.
          """
      ),
      .commandRule.rare,
      OptionSpecification(
        "require-commands",
        "NAMES",
        help: "Fail unless each of these commands, separated by commas, completed at least once."
      ),
      OptionSpecification(
        "pauses",
        "SEED",
        kind: .seed,
        help: "Pause for less than 1 ms between some events, which SEED chooses."
      ).rare,
      OptionSpecification(
        "fault",
        "KIND@INDEX",
        help: """
          Inject a fault at input N, from 0: drop@N, swap@N (with the next) or flip@N (one bit).
          """
      ),
      OptionSpecification(
        "clock",
        "NAME",
        kind: .choice(["real", "virtual"]),
        default: "real",
        help: "virtual: go through the schedule without waiting."
      ).rare,
      .format,
    ],
    flags: [
      FlagSpecification("verify", help: "Compare the replay with everything in the recording."),
      ReplayScopeOptions.warmStart,
      FlagSpecification(
        "accept",
        help: "Write the outcome of the replay to --output, as the new reference."
      ),
      OutputOptions.noTrace.rare,
      OutputOptions.synchronizes,
    ],
    examples: [
      CommandExample("kymo replay walk.mcap --verify", "is it still the same?"),
      CommandExample("kymo replay walk.mcap --speed 10", "ten times as fast as it was walked"),
      CommandExample(
        "kymo replay walk.mcap --start 10s --end 20s --warm-start --verify",
        "ten seconds, in the state that the app had"
      ),
      CommandExample("kymo replay walk.mcap --loop 100", "a hundred times without a new start"),
      CommandExample(
        "kymo replay walk.mcap --verify --fault flip@500",
        "does the checker find one flipped bit?"
      ),
      CommandExample(
        "kymo replay walk.mcap --accept -o new.mcap",
        "handlers changed on purpose: a new reference"
      ),
      CommandExample(
        "kymo replay bridge.pcap --ignore json:/ts",
        "are the replies still the same?"
      ),
    ],
    exitCodes: [
      ExitCodeNote(
        .diverged,
        "the replay differs from the recording, or from the captured replies"
      ),
      ExitCodeNote(
        .partial,
        """
        the replay was interrupted, and FILE.part has what it recorded; or a required command \
        never completed; or the recording was never finished or has lost its closing metadata, so \
        this part cannot be compared; or a part of the capture is missing
        """
      ),
      ExitCodeNote(
        .failure,
        "the recording cannot be read, or holds nothing to verify"
      ),
    ]
  ).explained(in: .verification, .captures).refusing(
    MovedOption.list("target", "map", "timeout", to: "send F.pcap URL") + [
      MovedOption(name: "perturb", command: "perturb")
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    switch try ReplayMode(arguments) {
    case .recording(let options):
      try RecordingReplay.run(options, arguments, console: &console)
    case .capture(let options): try CaptureReplay.run(options, arguments, console: &console)
    }
  }
}
