/// What came of bundling modules.
public enum ModuleBundling: Sendable, Equatable {
  /// One script and its source map.
  case bundle(code: String, map: String)
  /// What is wrong with the modules.
  case failures([ModuleFailure])
  /// The bundler cannot be run; why, in a line.
  case unavailable(String)
}

/// What a bundler finds wrong with a module.
public struct ModuleFailure: Sendable, Equatable {
  /// The name of the module, as it was given to the bundler.
  public var file: String
  /// The line, from 1; 0 if it is not known.
  public var line: Int
  /// The column, from 1; 0 if it is not known.
  public var column: Int
  /// What is wrong.
  public var message: String

  /// A failure.
  public init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }
}
