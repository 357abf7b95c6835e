import KymoBench

/// A remark that GitHub shows on the page of a job: a workflow command in its log.
///
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions. Of each level, GitHub
/// shows ten in a step and drops the rest without a word.
public struct GitHubAnnotation: Sendable, Equatable {
  /// How bad it is.
  public enum Level: String, Sendable, CaseIterable {
    /// It is why the step fails.
    case error
    /// Somebody should look.
    case warning
    /// Good to know.
    case notice
  }

  /// How many of a level are shown.
  public static let maximumPerLevel = 10
  /// How many characters of a message are written.
  static let longestMessage = 4000

  /// How bad it is.
  public var level: Level
  /// The title, in a few words.
  public var title: String
  /// The message.
  public var message: String
  /// The file that it is about, by its path in the repository; nil for the job as a whole.
  public var file: String?
  /// The line in that file, from 1 on.
  public var lineNumber: Int?

  /// Makes a remark.
  public init(
    _ level: Level,
    _ title: String,
    _ message: String,
    file: String? = nil,
    line: Int? = nil
  ) {
    self.level = level
    self.title = title
    self.message = message
    self.file = file
    self.lineNumber = line
  }

  /// The workflow command, without a line end.
  public var line: String {
    var properties: [String] = []
    if let file { properties.append("file=\(Self.escaped(file, isProperty: true))") }
    if let lineNumber { properties.append("line=\(lineNumber)") }
    properties.append("title=\(Self.escaped(title, isProperty: true))")
    return "::\(level.rawValue) \(properties.joined(separator: ","))::"
      + Self.escaped(Self.shortened(message), isProperty: false)
  }

  /// The commands, a line each, those of one level together; beyond ten of a level the last says what the others would.
  public static func text(of annotations: [GitHubAnnotation]) -> String {
    Level.allCases.flatMap { level in
      let all = annotations.filter { $0.level == level }
      guard all.count > maximumPerLevel, let first = all.first else { return all }
      let rest = all[(maximumPerLevel - 1)...]
      let lines = rest.map { $0.title == first.title ? $0.message : "\($0.title): \($0.message)" }
      return all.prefix(maximumPerLevel - 1) + [
        GitHubAnnotation(level, "\(rest.count) more", lines.joined(separator: "\n"))
      ]
    }.map { $0.line + "\n" }.joined()
  }

  private static func shortened(_ text: String) -> String {
    let short = text.prefix(longestMessage)
    return short.count < text.count ? short + "\u{2026}" : text
  }

  /// The text as the runner takes it back: percent signs and line ends, in properties what separates
  /// them too.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
