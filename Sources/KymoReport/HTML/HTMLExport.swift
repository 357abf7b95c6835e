import KymoBench

/// The report to look at; see ``HTMLReport``.
enum HTMLExport: ResultExport {
  static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    HTMLReport(result: result, context: context).html
  }
}
