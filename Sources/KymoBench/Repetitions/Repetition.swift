/// One of several equal runs, each in a process of its own.
public struct Repetition {
  /// What it measured.
  public var result: LoadResult
  /// What it measured it of.
  public var context: ExportContext

  /// Takes over a result.
  public init(_ result: LoadResult, _ context: ExportContext) {
    self.result = result
    self.context = context
  }
}
