/// A line of an interval log that is not as it has to be.
public struct IntervalLogError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the log, as it was given to the reader.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The problem in words.
  public var message: String

  /// Names a line and what is wrong with it.
  public init(file: String, line: Int, _ message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// `file:line: message`, as compilers write it.
  public var description: String { "\(file):\(line): \(message)" }
}
