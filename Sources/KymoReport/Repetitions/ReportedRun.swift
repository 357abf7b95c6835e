public import KymoBench

/// A run as a report told of it: what was measured, and of what.
public struct ReportedRun {
  /// What it measured.
  public let result: LoadResult
  /// What it measured it of.
  public let context: ExportContext

  /// Puts both together.
  public init(_ result: LoadResult, _ context: ExportContext) {
    self.result = result
    self.context = context
  }

  /// The run as one of several equal ones.
  public var repetition: Repetition { Repetition(result, digest: context.digest) }
}
