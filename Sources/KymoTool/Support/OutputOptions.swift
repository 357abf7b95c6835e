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
  )
  /// `--no-trace`.
  static let noTrace = FlagSpecification(
    "no-trace",
    help: "Leave out /trace: half the size, but a divergence can then not be named."
  )

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
