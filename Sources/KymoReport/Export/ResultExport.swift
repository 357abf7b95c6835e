import KymoBench

/// A format that a result can be written in; see ``ExportFormat`` for the list.
protocol ResultExport {
  /// Writes the result, with a line end at the end.
  static func text(_ result: LoadResult, _ context: ExportContext) -> String
}
