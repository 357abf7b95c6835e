import KymoBench

/// Latency over the offered rate: the curve that a sweep gives, its objectives, and where it stops to
/// keep them.
struct ThroughputFigure {
  /// The name of the figure in links; letters and digits only.
  let id: String
  /// The command; nil for all together.
  let command: String?
  /// The objectives that are about it.
  let objectives: [LatencyObjective]
  /// The result of the sweep.
  let knee: SweepKnee
  /// The runs by ascending rate; those of one rate in the order in which they were made.
  let points: [ThroughputPoint]
  /// A former sweep, whose curves are dashed; nil if there is none.
  var baseline: SweepBaseline?

  /// The figure and its table; the table alone if there is nothing to draw.
  var html: String { "<div class=\"sweep\">\n\(figure)\(table)</div>\n" }

  /// The percentiles that are drawn: those that people ask for, and those of the objectives.
  private var percentiles: [ObjectivePercentile] {
    let wanted = Set([.p50, .p99, .p999, .max] + objectives.map(\.percentile))
    return ObjectivePercentile.allCases.filter(wanted.contains)
  }

  private var figure: String {
    let points = points.filter { $0.offered > 0 && ($0.response?.count ?? 0) > 0 }
    let series = percentiles.enumerated().map { index, percentile in
      (percentile: percentile, style: CurveStyle(index: index + 1))
    }.filter { line in
      points.contains { $0.response.flatMap { line.percentile.value(in: $0) } != nil }
    }
    let values = points.flatMap { point in
      series.compactMap { line in point.response.flatMap { line.percentile.value(in: $0) } }
    }
    let former = series.map { line in baseline?.curve(line.percentile, of: command) ?? [] }
    let times = values + former.joined().map(\.1)
    let rates = points.map(\.offered) + former.joined().map(\.0)
    guard let lowest = times.min(), let highest = times.max(), let first = rates.min(),
      let last = rates.max()
    else { return "" }
    let limits = objectives.map(\.limitNanoseconds)
    let x = LogScale(first, last)
    let y = LogScale(
      Double(min(lowest, limits.min() ?? lowest)),
      Double(max(highest, limits.max() ?? highest))
    )
    var curves = ""
    var marks = ""
    var legend = ""
    for (line, before) in zip(series, former) {
      let color = line.style.color
      let places = points.enumerated().compactMap { index, point in
        point.response.flatMap { line.percentile.value(in: $0) }.map {
          (x: x.place(point.offered), y: y.place(Double($0)), index: index)
        }
      }
      // Of a rate that was tried again, the last run is the one that counted.
      let counted = places.filter { place in
        !points[(place.index + 1)...].contains { $0.rate == points[place.index].rate }
      }
      curves += PlotFrame.polyline(
        before.map { (x.place($0.0), y.place(Double($0.1))) },
        "\(color) base"
      )
      curves += PlotFrame.polyline(counted.map { ($0.x, $0.y) }, color)
      for place in places {
        let isKept = points[place.index].isKept
        marks += line.style.mark(
          x: place.x,
          y: place.y,
          classes: isKept ? color : "\(color) missed"
        )
      }
      let name = line.percentile.rawValue
      legend += "<li>\(line.style.swatch(classes: color)) \(name)</li>"
    }
    var data = SeriesData(names: series.map(\.percentile.rawValue))
    // Two runs at one rate offer it almost exactly; who reads along the axis goes by what they did.
    for point in points.sorted(by: { $0.offered < $1.offered }) {
      data.add(
        "\(QuantityLabel.rate(point.offered)), \(point.verdict)",
        at: x.place(point.offered),
        series.map { line in point.response.flatMap { line.percentile.value(in: $0) } }
      )
    }
    let frame = PlotFrame(
      id: id,
      title: "Response time of \(subject) over the offered rate",
      summary: "Hollow marks are runs that did not keep the objective. The table has the values.",
      yTitle: "response time, log scale",
      xTitle: "offered rate, events/s, log scale",
      y: y,
      xLabels: x.ticks.map {
        .init(place: $0.place, text: QuantityLabel.rateTick($0.value), isMinor: !$0.isMajor)
      },
      data: data.attributes
    )
    return "<ul class=\"legend\">\(legend)</ul>\n"
      + frame.html(
        back: band(x),
        curves: curves,
        front: limitLines(y) + marks,
        note: "Hollow marks: runs that did not keep the objective. Dotted: the objective. "
          + (baseline == nil ? "" : "Dashed: the baseline. ")
          + (knee.rate == nil ? "" : "Shaded: the rates above the knee.")
      )
  }

  private var subject: String { command ?? "all commands" }

  /// Returns the band above the highest rate that was kept.
  private func band(_ x: LogScale) -> String {
    guard let kept = knee.rate else { return "" }
    let place = x.place(kept)
    let (start, width) = (PlotFrame.percent(place), PlotFrame.percent(1 - place))
    // Above the plot, on the side with more room.
    let anchor = place > 0.5 ? "warm end" : "warm"
    return "<rect class=\"warm\" x=\"\(start)\" width=\"\(width)\" height=\"100%\"/>"
      + "<line class=\"knee\" x1=\"\(start)\" x2=\"\(start)\" y2=\"100%\"/>"
      + "<text class=\"\(anchor)\" x=\"\(start)\" y=\"-7\">knee, \(QuantityLabel.rate(kept))</text>\n"
  }

  private func limitLines(_ y: LogScale) -> String {
    objectives.map { objective in
      let place = PlotFrame.percent(1 - y.place(Double(objective.limitNanoseconds)))
      let text =
        "\(objective.percentile.rawValue) \u{2264} \(QuantityLabel.time(objective.limitNanoseconds))"
      return "<line class=\"limit\" x2=\"100%\" y1=\"\(place)\" y2=\"\(place)\"/>"
        + "<text class=\"limit\" x=\"6\" y=\"\(place)\" dy=\"-5\">\(text)</text>\n"
    }.joined()
  }

  private var table: String {
    var table = HTMLTable(
      "Response time of \(subject) at each rate of the sweep",
      ["offered, events/s", "achieved"] + percentiles.map(\.rawValue) + ["objective"]
    )
    for point in points {
      let times = percentiles.map { percentile in
        QuantityLabel.time(point.response.flatMap { percentile.value(in: $0) })
      }
      table.rows.append(
        [QuantityLabel.number(point.offered), QuantityLabel.number(point.achieved)] + times
          + [point.isKept ? "kept" : "<strong class=\"slower\">\(point.verdict)</strong>"]
      )
    }
    return table.html
  }
}
