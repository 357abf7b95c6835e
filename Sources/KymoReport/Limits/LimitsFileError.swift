/// Why a file of limits cannot be used, and where.
public struct LimitsFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, as the user named it.
  public var file: String
  /// The line, from 1 on.
  public var line: Int
  /// The problem in words.
  public var problem: String

  /// Puts an error together.
  public init(file: String, line: Int, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// One line, as compilers write one.
  public var description: String { "\(file):\(line): \(problem)" }
}
