import KymoCommandLine
import KymoText

/// `kymo replay`: a recording, or the requests of a capture, through the pipeline.
enum ReplayCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "replay",
    abstract: "Run a recording, or a capture, through the pipeline again.",
    discussion: """
      Feeds the input channels of a recording to the handlers of an app, and chains every outcome into a digest, which is the \
      same at every speed, with any number of rings, in every build. With --verify all that recording the replay would write is \
      compared with what the recording has. Of a capture the requests are dispatched in their order, and the replies compared \
      with those that were captured.
      """,
    positionals: [
      PositionalSpecification("recording", help: "The .mcap file to replay, or a capture.")
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
        help: "Through how many rings the events go, in turn."
      ),
      ReplayInstances.option,
      OptionSpecification(
        "record",
        "FILE",
        kind: .file,
        help: "Record the replay, with its trace, to FILE."
      ),
      .output(
        isRequired: false,
        help: "With --accept: the recording that takes the place of the old one."
      ),
      OutputOptions.compression,
      OutputOptions.flushInterval,
      OptionSpecification(
        "tolerance",
        "FIELD=DISTANCE",
        isRepeatable: true,
        help: "With --verify: let a number of replies differ by so much, such as reply.x=1e-9."
      ),
      OptionSpecification(
        "ignore",
        "FIELD",
        isRepeatable: true,
        help:
          "With --verify: do not compare a field. Of a capture: do not compare members of JSON, "
          + "json:/POINTER, with commas between them."
      ),
      .commandRule,
      OptionSpecification(
        "require-commands",
        "NAMES",
        help:
          "Fail unless each of these commands, with commas between them, completed at least once."
      ),
      OptionSpecification(
        "pauses",
        "SEED",
        kind: .seed,
        help: "Pause now and then between events, for less than 1 ms, at moments that SEED decides."
      ).rare,
      OptionSpecification(
        "fault",
        "KIND@INDEX",
        help: """
          Make a mistake at input N, from 0: drop@N, swap@N (with the next) or flip@N (one bit). \
          Inputs are what the recording holds; events that handlers raise are steps, but no inputs.
          """
      ),
      OptionSpecification(
        "clock",
        "NAME",
        kind: .choice(["real", "virtual"]),
        default: "real",
        help: "virtual: go through every wait of the schedule without waiting."
      ).rare,
      .format,
    ],
    flags: [
      FlagSpecification("verify", help: "Compare with all that the recording holds."),
      FlagSpecification(
        "accept",
        help: "Write a recording of what the replay came to, as the new reference, to --output."
      ),
      OutputOptions.noTrace,
      OutputOptions.synchronizes,
    ],
    examples: [
      CommandExample("kymo replay walk.mcap --verify", "is it still the same?"),
      CommandExample("kymo replay walk.mcap --speed 10", "ten times as fast as it was walked"),
      CommandExample(
        "kymo replay walk.mcap --verify --fault flip@500",
        "does the checker find one flipped bit?"
      ),
      CommandExample(
        "kymo replay walk.mcap --verify --tolerance reply.x=1e-12",
        "is it the same but for rounding?"
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
        "the replay was interrupted, with what it recorded in FILE.part; or a required command never "
          + "completed; or the recording was never finished or has lost its closing metadata, so that nobody can compare "
          + "what that says; or a part of the capture is missing"
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
