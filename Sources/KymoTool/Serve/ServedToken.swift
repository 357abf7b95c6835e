import KymoBridge
import KymoCommandLine
import KymoHTTP

/// The token that clients of `kymo serve` have to know: an option, a file, or a variable of the environment, of which other
/// users of the machine see the first in the list of processes.
enum ServedToken {
  /// The variable that is looked at when no option says anything.
  static let variable = "KYMO_TOKEN"
  /// The longest file, in bytes.
  private static let fileBytes = 4096

  /// Finds it.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - environment: a variable of the environment; nil if it is not set.
  /// - Returns: the token; nil if anybody may come.
  /// - Throws: `usage` for what is no token, or is said twice; a failure that names the file.
  static func find(
    _ arguments: ParsedArguments,
    _ environment: (String) -> String?
  ) throws(CommandFailure) -> String? {
    let (text, file) = (arguments.textIfGiven("token"), arguments.textIfGiven("token-file"))
    if let text {
      guard file == nil else { throw .usage("--token and --token-file are the same: give one") }
      guard isToken(text) else { throw .usage("--token takes \(form)") }
      return text
    }
    if let file {
      let lines = try UnsafeTextFile.read(file, limit: fileBytes)
      // Editors and echo end a line.
      let token =
        lines.hasSuffix("\r\n") || lines.hasSuffix("\n") ? String(lines.dropLast()) : lines
      guard isToken(token) else {
        throw CommandFailure("\(file): it is not a token: one line of \(form)")
      }
      return token
    }
    guard let token = environment(variable) else { return nil }
    guard !token.isEmpty else {
      throw .usage(
        "the variable \(variable) takes \(form), and is empty: unset it if no token is wanted"
      )
    }
    guard isToken(token) else { throw .usage("the variable \(variable) takes \(form)") }
    return token
  }

  private static let form = "16 or more letters, digits and -._~"

  private static func isToken(_ text: String) -> Bool {
    text.utf8.count >= 16 && text.utf8.allSatisfy { PercentEscapes.isUnreserved($0) }
  }
}
