public import KymoBench

/// A run as a report told of it: what was measured, and of what.
public struct ReportedRun {
  /// The measurements.
  public let result: LoadResult
  /// The facts besides the measurements.
  public let context: ExportContext

  /// Puts both together.
  public init(_ result: LoadResult, _ context: ExportContext) {
    self.result = result
    self.context = context
  }

  /// The run as one of several equal ones.
  public var repetition: Repetition { Repetition(result, digest: context.digest) }
}
