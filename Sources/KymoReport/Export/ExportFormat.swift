import KymoBench

/// A format that results of some kind can be written in, under the name that the command line has for it.
public struct ExportFormat: Sendable, Hashable {
  /// Every format, in the order in which help and errors list them.
  ///
  /// A new one is a line here.
  public static let all: [any ResultExport.Type] = [
    JSONExport.self, HlogExport.self, HgrmExport.self, GoogleBenchmarkExport.self,
    GitHubBenchmarkExport.self, GitHubBenchmarkBiggerExport.self, BencherExport.self,
    JUnitExport.self, GitHubSummaryExport.self, GitHubAnnotationsExport.self, OtavaCSVExport.self,
    JMHExport.self, OpenMetricsExport.self, HTMLExport.self,
  ]

  /// How it is written.
  public let export: any ResultExport.Type
  /// The kind of the results.
  public let kind: Report.Kind

  /// A format for results of a kind; nil if the format does not take them.
  public init?(_ export: any ResultExport.Type, for kind: Report.Kind) {
    guard export.takes(kind) else { return nil }
    self.export = export
    self.kind = kind
  }

  /// The format of a name, for results of a kind; nil if there is none.
  public init?(_ name: String, for kind: Report.Kind) {
    guard let format = Self.formats(for: kind).first(where: { $0.name == name }) else {
      return nil
    }
    self = format
  }

  /// The formats for results of a kind, in the order of ``all``.
  public static func formats(for kind: Report.Kind) -> [ExportFormat] {
    all.compactMap { ExportFormat($0, for: kind) }
  }

  /// The names of the formats for results of a kind.
  public static func names(for kind: Report.Kind) -> [String] { formats(for: kind).map(\.name) }

  /// The name on the command line.
  public var name: String { export.name }
  /// The file that is written if no other is named; `-` is standard output.
  public var defaultFile: String { export.ending.map { "\(kind.stem).\($0)" } ?? "-" }
  /// Whether it belongs into the summary of a GitHub job, if there is one.
  public var isStepSummary: Bool { export == GitHubSummaryExport.self }
  /// Whether it consists of lines that mean the same among others, so that it need not have standard output to itself.
  public var joinsOutput: Bool { export.ending == nil }
  /// Whether it is of what was found alone, which there is without figures.
  public var isOfFindings: Bool { export is any FindingsExport.Type }
  /// Whether it needs the figures of a load, which not every corpus has.
  public var needsLoad: Bool { kind == .corpus && !isOfFindings && export != HTMLExport.self }
  /// Whether a file of this format grows with every run, instead of being replaced.
  public var appends: Bool { export.grows }

  /// Writes a result; equal ones give equal text.
  ///
  /// - Parameter report: a result of the kind.
  /// - Returns: the text, with a line end at the end.
  /// - Precondition: the result is of the kind.
  /// - Complexity: O(commands · buckets of a histogram).
  public func text(of report: Report) -> String {
    precondition(report.kind == kind, "the format is for another kind of result")
    return export.text(of: report)
  }

  /// The text to add to a file of this format that is not empty, so that it then also says `text`.
  ///
  /// - Parameters:
  ///   - text: what ``text(of:)`` gave.
  ///   - firstLine: the file's first line, without its end.
  /// - Returns: nil if the file has other columns, or is something else.
  public func continuation(_ text: String, after firstLine: String) -> String? {
    export.continuation(text, after: firstLine, of: kind)
  }

  /// Whether a file that is not empty can be continued, as far as one can tell before there is a result.
  public func canContinue(after firstLine: String) -> Bool {
    export.canContinue(after: firstLine, of: kind)
  }

  /// Whether both write the same of the same.
  public static func == (left: ExportFormat, right: ExportFormat) -> Bool {
    left.export == right.export && left.kind == right.kind
  }

  /// By the name and the kind.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(kind)
  }
}
