import KymoCommandLine
import KymoRecording

/// The recording that a replay writes, and how.
struct ReplayOutput {
  /// The options and flags that say how it is written.
  private static let names = [
    OutputOptions.noTrace.name, OutputOptions.compression.name, OutputOptions.flushInterval.name,
    OutputOptions.synchronizes.name,
  ]

  /// Where it goes; "-" for standard output.
  let path: String
  /// Whether it takes the place of the one that is replayed, as the new reference.
  let isAccepted: Bool
  /// Whether outcomes are recorded, or only the events.
  let hasTrace: Bool
  /// How it is written.
  let writer: SessionWriter.Options

  /// Reads the options; nil if nothing is written.
  ///
  /// - Throws: a usage error that names an option without effect, or what is missing.
  init?(_ arguments: ParsedArguments) throws(CommandFailure) {
    isAccepted = arguments.flag("accept")
    try arguments.check(
      Self.names,
      haveEffectIf: isAccepted || arguments.isGiven("record"),
      "needs --record"
    )
    try arguments.check(
      ["output"],
      haveEffectIf: isAccepted,
      "needs --accept"
    )
    if isAccepted, !arguments.isGiven("output") {
      throw .usage("--accept needs -o FILE: it never changes the old recording")
    }
    if isAccepted, arguments.isGiven("record") {
      throw .usage("--accept records to --output; --record would be a second recording")
    }
    if isAccepted, arguments.isGiven("fault") {
      throw .usage("a replay with a --fault is not accepted")
    }
    guard let path = arguments.textIfGiven(isAccepted ? "output" : "record") else { return nil }
    self.path = path
    hasTrace = !arguments.flag(OutputOptions.noTrace.name)
    writer = OutputOptions.liveWriterOptions(arguments)
  }
}
