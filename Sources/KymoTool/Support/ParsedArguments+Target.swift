import KymoClient
import KymoCommandLine

extension ParsedArguments {
  /// The server that `<url>` names.
  ///
  /// - Throws: `usage` if it names none.
  func target() throws(CommandFailure) -> HTTPTarget {
    do { return try HTTPTarget(positional("url")) } catch {
      throw .usage("<url>: \(error)")
    }
  }
}

extension PositionalSpecification {
  /// `<url>`: a live server.
  static let url = PositionalSpecification(
    "url",
    help: "The server, http://HOST:PORT; a path in it is the prefix of every request.",
    kind: .text
  )
}

extension OptionSpecification {
  /// `--timeout SECONDS`: how long a reply may take.
  static let timeout = OptionSpecification(
    "timeout",
    "SECONDS",
    kind: .duration,
    default: "30",
    help: "How long to wait for a reply until it counts as missing."
  )
}
