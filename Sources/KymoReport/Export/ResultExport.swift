public import KymoBench

/// A format that results can be written in: a type that conforms, and a line in ``ExportFormat/all``.
///
/// Equal reports give equal text.
public protocol ResultExport: Sendable {
  /// The name on the command line: `junit`.
  static var name: String { get }
  /// How its files end, without the dot at the front: `junit.xml`; nil if it goes to standard output, where its lines
  /// mean the same among others.
  static var ending: String? { get }
  /// Whether a file of it grows with every run, instead of being replaced.
  static var grows: Bool { get }

  /// Whether this kind of result can be written in it.
  static func takes(_ kind: Report.Kind) -> Bool

  /// Writes a result, with a line end at the end.
  ///
  /// - Parameter report: a result of a kind that the format takes.
  /// - Returns: the text.
  /// - Complexity: O(commands · buckets of a histogram).
  static func text(of report: Report) -> String

  /// Returns the text to add to a file that is not empty, so that it then also says `text`.
  ///
  /// - Parameters:
  ///   - text: what ``text(of:)`` gave.
  ///   - firstLine: the file's first line, without its end.
  ///   - kind: what the result is of.
  /// - Returns: nil if the file has other columns, or is something else.
  static func continuation(_ text: String, after firstLine: String, of kind: Report.Kind) -> String?

  /// Whether a file that is not empty can be continued, as far as one can tell before there is a result.
  static func canContinue(after firstLine: String, of kind: Report.Kind) -> Bool
}

extension ResultExport {
  /// A file is replaced, unless the format says otherwise.
  public static var grows: Bool { false }
  /// Nothing can be added to a file that does not grow.
  public static func continuation(
    _ text: String,
    after firstLine: String,
    of kind: Report.Kind
  ) -> String? { nil }
  /// Nothing can be added to a file that does not grow.
  public static func canContinue(after firstLine: String, of kind: Report.Kind) -> Bool { false }
}

extension Report.Kind {
  /// Whether it may have the figures of one load.
  var hasLoad: Bool { self == .run || self == .corpus }
}

/// A format of figures of one load alone: it says how they are written.
public protocol RunExport: ResultExport {
  /// Writes the result, with a line end at the end.
  static func text(_ result: LoadResult, _ context: ExportContext) -> String
}

extension RunExport {
  /// Takes kinds that have one load, and nothing else.
  public static func takes(_ kind: Report.Kind) -> Bool { kind.hasLoad }

  /// Writes a load.
  ///
  /// - Precondition: the report has one.
  public static func text(of report: Report) -> String {
    textOfLoad(report)
  }

  /// Writes the load that a report has to have.
  static func textOfLoad(_ report: Report) -> String {
    guard let (result, context) = report.load else {
      preconditionFailure("\(name) has nothing for a result of the kind \(report.kind)")
    }
    return text(result, context)
  }
}

/// A format of figures of one load, of counts, and of functions: it says how each is written.
public protocol FiguresExport: RunExport {
  /// Writes counts, with a line end at the end.
  static func text(_ counts: CountsSummary) -> String
  /// Writes the times of functions, with a line end at the end.
  static func text(_ functions: BenchmarkSummary) -> String
}

extension FiguresExport {
  /// Counts, functions, what has one load, and nothing else.
  public static func takes(_ kind: Report.Kind) -> Bool {
    kind.hasLoad || kind == .counts || kind == .functions
  }

  /// Writes counts, functions, or a load.
  ///
  /// - Precondition: the report has one of them.
  public static func text(of report: Report) -> String {
    switch report {
    case .counts(let counts, _): text(counts)
    case .functions(let functions): text(functions)
    default: textOfLoad(report)
    }
  }
}
