/// How a revision becomes an executable.
enum BuildRecipe: Equatable {
  /// An executable product of the package itself; nil for the only one that it has.
  case product(String?)
  /// Whatever a command of the shell makes, and where, relative to the folder in which it runs.
  case command(String, executable: String)

  /// What distinguishes it from another, in lines.
  var key: String {
    switch self {
    case .product(let name): "product \(name ?? "*")"
    case .command(let command, let executable): "command \(command)\nexecutable \(executable)"
    }
  }

  /// The options that say how a revision is built.
  static let options = ["product", "build", "executable"]

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
