import KymoClient

extension ParsedArguments {
  /// The server that `--target` names.
  ///
  /// - Throws: `usage` if it names none.
  func target() throws(CommandFailure) -> HTTPTarget {
    do { return try HTTPTarget(text("target")) } catch {
      throw .usage("--target: \(error)")
    }
  }
}

extension OptionSpecification {
  /// `--target URL`: the live server.
  static func target(help: String) -> OptionSpecification {
    OptionSpecification("target", "URL", help: help)
  }

  /// `--timeout SECONDS`: how long a reply may take.
  static let timeout = OptionSpecification(
    "timeout",
    "SECONDS",
    kind: .duration,
    default: "30",
    help: "With --target: how long a reply may take until it counts as missing."
  )
}
