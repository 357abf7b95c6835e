/// Why a text is no script of a fetcher, and where.
public struct FetchScriptError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line, from 1 on.
  public var line: Int
  /// The place as a JSON pointer (RFC 6901); empty for the text as a whole.
  public var pointer: String
  /// The problem in words.
  public var problem: String

  /// Puts an error together.
  public init(line: Int, pointer: String, problem: String) {
    self.line = line
    self.pointer = pointer
    self.problem = problem
  }

  /// One line, without the name of the file.
  public var description: String {
    "line \(line): " + (pointer.isEmpty ? "" : pointer + ": ") + problem
  }
}
