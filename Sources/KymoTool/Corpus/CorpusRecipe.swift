import KymoCommandLine
import KymoReport

/// How the revisions of a corpus become executables.
struct CorpusRecipe {
  private let product: String?
  private let command: (text: String, executable: String)?

  /// Reads `--product`, `--build-command` and `--executable`.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    product = arguments.textIfGiven("product")
    let executable = arguments.textIfGiven("executable")
    guard let text = arguments.textIfGiven("build-command") else {
      guard executable == nil else {
        throw .usage("--executable says where --build-command puts it; give that, too")
      }
      command = nil
      return
    }
    guard product == nil else { throw .usage("--product and --build-command exclude each other") }
    guard let executable, !executable.isEmpty, !executable.hasPrefix("/") else {
      throw .usage(
        "--build-command needs --executable PATH, within the folder in which the command runs"
      )
    }
    command = (text, executable)
  }

  /// Returns the origin that a manifest states for a commit.
  func origin(commit: String) -> CorpusBuild.Origin {
    if let command {
      return .command(commit: commit, command: command.text, executable: command.executable)
    }
    return .product(commit: commit, product: product)
  }
}
