/// A page to look at, in one file.
public enum HTMLExport: ResultExport {
  /// Its name on the command line.
  public static let name = "html"
  /// How its files end.
  public static let ending: String? = "html"

  /// All kinds but functions, whose figures are few.
  public static func takes(_ kind: Report.Kind) -> Bool { kind != .functions }

  /// Writes a result of a kind that it takes.
  public static func text(of report: Report) -> String {
    switch report {
    case .run(let result, let context): HTMLReport(result: result, context: context).html
    case .stages(let load, let context): load.html(context)
    case .sweep(let summary): summary.html
    case .corpus(let findings, _): findings.page
    case .gate(let summary): GateReportPage(summary: summary).html
    case .counts(let summary, _): CountsPage(summary: summary).html
    case .functions: preconditionFailure("functions have no page")
    }
  }
}
