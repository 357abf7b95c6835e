/// How a revision becomes an executable.
public enum BuildRecipe: Equatable, Sendable {
  /// An executable product of the package itself; nil for the only one that it has.
  case product(String?)
  /// Whatever a command of the shell makes, and where, relative to the folder in which it runs.
  case command(String, executable: String)

  /// The lines that distinguish it from another.
  var key: String {
    switch self {
    case .product(let name): "product \(name ?? "*")"
    case .command(let command, let executable): "command \(command)\nexecutable \(executable)"
    }
  }

  /// The option that says so on a command line; nil if none need be given.
  var option: String? {
    switch self {
    case .product(let name): name == nil ? nil : "product"
    case .command: "build"
    }
  }
}
