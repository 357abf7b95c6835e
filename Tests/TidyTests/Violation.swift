/// Something that the house does not allow, and where.
struct Violation: Equatable, CustomStringConvertible {
  /// The file, from the root.
  let path: String
  /// The line, from 1; 0 for the file as a whole.
  let line: Int
  /// What is wrong, and what to do instead.
  let message: String

  /// Points at a line.
  init(_ path: String, _ line: Int = 0, _ message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  /// `path:line: message`, as compilers write it.
  var description: String { "\(path):\(line): \(message)" }
}
