/// The page: head, curves, timeline, tables, and the comparison with a baseline.
///
/// It asks nobody for anything: style, script and figures are in it, and its policy forbids requests.
/// Without the script only the read-outs under the pointer are missing.
struct HTMLReport {
  let result: LoadResult
  let context: ExportContext
  /// The rates of a sweep, if one was made.
  var sweep: [ThroughputPoint] = []

  /// The whole document.
  var html: String {
    let rows = ExportRow.all(result)
    let curves = ReportCurve.all(result, rows, context.baseline)
    var body = ReportHead(result: result, context: context).html
    body += percentiles(curves, of: rows.count { $0.report.count > 0 })
    body += TimelineFigure.html(result)
    body += TailSection.html(result)
    body += ThroughputFigure.html(sweep)
    if let baseline = context.baseline {
      body +=
        ComparisonSection(result: result, rows: rows, context: context, baseline: baseline).html
    }
    body += ReportTables(result: result, rows: rows).html
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="\(HTMLText.plainName(context.program))">
      <link rel="icon" href="data:,">
      <title>\(title)</title>
      <style>
      \(ReportStyle.css)</style>
      </head>
      <body>
      \(CurveStyle.marks)<main>
      \(body)</main>
      <footer>\(HTMLText.name(context.program))</footer>
      <script>\(ReportScript.javaScript)</script>
      </body>
      </html>

      """
  }

  private var policy: String {
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
      + "script-src '\(ReportScript.hash)'"
  }

  private var title: String {
    let name = HTMLText.plainName(ReportHead.end(of: context.recording))
    return "\(result.valid ? "" : "INVALID: ")\(name) \u{2013} kymo bench"
  }

  private func percentiles(_ curves: [ReportCurve], of count: Int) -> String {
    guard !curves.isEmpty else { return "" }
    var items = curves.enumerated().map { place, curve in
      let id = "show\(curve.style.index)"
      let state = place < CurveStyle.shownCurves ? " checked" : ""
      return "<li><label><input type=\"checkbox\" id=\"\(id)\"\(state)>"
        + "\(curve.style.swatch()) <span>\(HTMLText.name(curve.name))</span></label></li>\n"
    }
    if context.baseline != nil {
      items.append(
        "<li><label><input type=\"checkbox\" id=\"show-base\" checked>"
          + "<svg class=\"swatch\" aria-hidden=\"true\"><line class=\"base\" x2=\"100%\" y1=\"50%\" "
          + "y2=\"50%\"/></svg> <span>baseline</span></label></li>\n"
      )
    }
    let shown = curves.count - (count > 1 ? 1 : 0)
    var note = ""
    if curves.count > CurveStyle.shownCurves { note = "Tick more commands to see their curves. " }
    if shown < count { note += "These are the \(shown) with the most events of \(count)." }
    if !note.isEmpty { note = "<p class=\"note\">\(note)</p>\n" }
    let figures = LatencyKind.allCases.map { PercentileFigure.html($0, curves) }.joined()
    return """
      <section>
      <h2>Percentiles</h2>
      <fieldset class="legend">
      <legend>Curves</legend>
      <ul>
      \(items.joined())</ul>
      </fieldset>
      \(note)<div class="figures">
      \(figures)</div>
      </section>

      """
  }
}
