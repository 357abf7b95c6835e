import KymoCommandLine
import KymoMCAP
import KymoRecording

/// The options of every command that writes a recording.
enum OutputOptions {
  /// `--compression none|lz4|zstd`.
  static let compression = OptionSpecification(
    "compression",
    "NAME",
    kind: .choice(["zstd", "lz4", "none"]),
    default: "zstd",
    help: "How chunks are compressed."
  ).rare
  /// `--no-trace`.
  static let noTrace = FlagSpecification(
    "no-trace",
    help: "Record no outcomes: half the size, but replay --verify cannot name the first difference."
  )

  /// `--flush-interval SECONDS`.
  static let flushInterval = OptionSpecification(
    "flush-interval",
    "SECONDS",
    kind: .duration,
    default: "1",
    help: """
      The longest time until an event is safe in the file if the process is killed; 0 waits for \
      full chunks.
      """
  ).rare
  /// `--fsync`.
  static let synchronizes = FlagSpecification(
    "fsync",
    help:
      "Wait for the disk after each flush interval, so that a power cut loses no more than a killed process does."
  ).rare

  /// Reads them for a recording that grows while somebody waits.
  static func liveWriterOptions(_ arguments: ParsedArguments) -> SessionWriter.Options {
    var options = writerOptions(arguments)
    options.container.flushNanoseconds = arguments.nanoseconds("flush-interval")
    options.container.synchronizes = arguments.flag("fsync")
    return options
  }

  /// Reads them.
  static func writerOptions(_ arguments: ParsedArguments) -> SessionWriter.Options {
    var options = SessionWriter.Options()
    switch arguments.text("compression") {
    case "lz4": options.container.compression = .lz4
    case "none": options.container.compression = .none
    default: options.container.compression = .zstd
    }
    return options
  }
}
