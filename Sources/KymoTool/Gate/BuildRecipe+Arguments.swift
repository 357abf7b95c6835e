import KymoCommandLine
import KymoTrials

extension BuildRecipe {
  /// Reads `--product`, `--build` and `--executable`.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let product = arguments.textIfGiven("product")
    let executable = arguments.textIfGiven("executable")
    guard let command = arguments.textIfGiven("build") else {
      guard executable == nil else {
        throw .usage("--executable says where --build puts it; give --build too")
      }
      self = .product(product)
      return
    }
    guard product == nil else { throw .usage("--product and --build exclude each other") }
    guard let executable else {
      throw .usage("--build needs --executable PATH: where the command leaves what is measured")
    }
    guard !executable.isEmpty, !executable.hasPrefix("/") else {
      throw .usage("--executable is a path within the folder in which --build runs")
    }
    self = .command(command, executable: executable)
  }
}
