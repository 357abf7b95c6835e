/// Where a limit was set.
public enum LimitPlace: Sendable, Equatable, CustomStringConvertible {
  /// In a file, on a line, from 1 on.
  case file(String, line: Int)
  /// On the command line, by these words.
  case option(String)

  /// The file, if it is one.
  public var file: String? {
    if case .file(let file, _) = self { file } else { nil }
  }

  /// The line in the file, if it is one.
  public var line: Int? {
    if case .file(_, let line) = self { line } else { nil }
  }

  /// The place as compilers name one: `kymo.limits.json:12`.
  public var description: String {
    switch self {
    case .file(let file, let line): "\(file):\(line)"
    case .option(let words): words
    }
  }
}
