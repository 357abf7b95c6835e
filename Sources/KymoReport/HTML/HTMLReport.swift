import KymoBench

/// The page of a result: head, curves, timeline, repetitions, the comparison with a baseline, tables, and the facts.
struct HTMLReport {
  let result: LoadResult
  let context: ExportContext

  /// The whole document.
  var html: String {
    let frame = ReportHead(result: result, context: context)
    return HTMLPage(
      head: frame.head,
      state: result.valid ? nil : "INVALID",
      sections: sections,
      foot: frame.foot,
      program: context.program
    ).html
  }

  /// The sections between the head and the facts.
  var sections: String {
    let rows = ExportRow.all(result)
    let curves = ReportCurve.all(result, rows, context.baseline)
    var body = context.limits?.html ?? ""
    body += percentiles(curves, of: rows.count { $0.report.count > 0 })
    body += TimelineFigure.html(result)
    body += TailSection.html(result)
    if let set = result.repetitions {
      body += RepetitionSection(result: result, rows: rows, set: set).html
    }
    if let baseline = context.baseline {
      body +=
        ComparisonSection(result: result, rows: rows, context: context, baseline: baseline).html
    }
    return body + ReportTables(result: result, rows: rows).html
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
    if !note.isEmpty { note = HTMLText.note(note) }
    let figures = LatencyKind.allCases.map { PercentileFigure.html($0, curves) }.joined()
    return HTMLText.section(
      "Percentiles",
      """
      <fieldset class="legend">
      <legend>Curves</legend>
      <ul>
      \(items.joined())</ul>
      </fieldset>
      \(note)<div class="figures">
      \(figures)</div>

      """
    )
  }
}
