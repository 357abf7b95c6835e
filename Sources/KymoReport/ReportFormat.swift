import KymoBench

/// A format that a report is written in, and what becomes of the file.
public protocol ReportFormat: Sendable {
  /// What the command line calls it.
  var rawValue: String { get }
  /// The file that is written if no other is named; `-` is standard output.
  var defaultFile: String { get }
  /// Whether it belongs into the summary of a GitHub job, if there is one.
  var isStepSummary: Bool { get }
  /// Whether it consists of lines that mean the same among others, so that it need not have standard
  /// output to itself.
  var joinsOutput: Bool { get }
  /// Whether a file of this format grows with every run, instead of being replaced.
  var appends: Bool { get }
  /// What to add to a file of this format that is not empty, so that it then also says `text`.
  ///
  /// - Parameters:
  ///   - text: the report.
  ///   - firstLine: the file's first line, without its end.
  /// - Returns: nil if the file has other columns, or is something else.
  func continuation(_ text: String, after firstLine: String) -> String?
  /// Whether a file that is not empty can be continued, as far as one can tell before there is a
  /// result.
  func canContinue(after firstLine: String) -> Bool
}

extension ReportFormat {
  /// Only Markdown for GitHub.
  public var isStepSummary: Bool { rawValue == "github-summary" }
  /// Only annotations for GitHub.
  public var joinsOutput: Bool { rawValue == "github-annotations" }
  /// Only a summary, unless the format says otherwise.
  public var appends: Bool { isStepSummary }
  /// A summary goes on with a paragraph of its own.
  public func continuation(_ text: String, after firstLine: String) -> String? {
    isStepSummary ? "\n" + text : nil
  }
  /// Whatever there is, a summary goes on.
  public func canContinue(after firstLine: String) -> Bool { isStepSummary }
}
