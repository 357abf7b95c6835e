/// Latency over the offered rate: the curve that a sweep gives.
enum ThroughputFigure {
  /// The figure and its table; nothing below two points.
  static func html(_ unsorted: [ThroughputPoint]) -> String {
    let points = unsorted.filter { $0.offered > 0 }.sorted { $0.offered < $1.offered }
    guard points.count > 1, let first = points.first, let last = points.last else { return "" }
    let x = LogScale(first.offered, last.offered)
    let values = points.flatMap { [$0.p50, $0.p99, $0.max].compactMap(\.self) }
    let y = LogScale(Double(values.min() ?? 1), Double(values.max() ?? 1))
    let series: [(name: String, value: (ThroughputPoint) -> Int64?)] = [
      ("p50", { $0.p50 }), ("p99", { $0.p99 }), ("max", { $0.max }),
    ]
    var curves = ""
    var marks = ""
    var legend = ""
    for (index, line) in series.enumerated() {
      let style = CurveStyle(index: index + 1)
      // Not switched off with a command that happens to have the same place.
      let color = "c\(index + 1)"
      let places = points.compactMap { point in
        line.value(point).map {
          (x: x.place(point.offered), y: y.place(Double($0)), kept: point.kept)
        }
      }
      curves += PlotFrame.polyline(places.map { ($0.x, $0.y) }, color)
      for place in places {
        marks += style.mark(x: place.x, y: place.y, classes: place.kept ? color : "\(color) missed")
      }
      legend += "<li>\(style.swatch(classes: color)) \(line.name)</li>"
    }
    let frame = PlotFrame(
      id: "throughput",
      title: "Response time over the offered rate",
      summary:
        "Hollow marks are rates at which the objective was not kept. The table has the values.",
      yTitle: "response time, log scale",
      xTitle: "offered rate, events/s, log scale",
      y: y,
      xLabels: x.ticks.map {
        .init(place: $0.place, text: QuantityLabel.number($0.value), isMinor: !$0.isMajor)
      },
      data: "data-kind=\"throughput\""
    )
    return "<section>\n<h2>Throughput</h2>\n<ul class=\"legend\">\(legend)</ul>\n"
      + frame.html(
        curves: curves,
        front: marks,
        note: "Hollow marks: the objective was not kept at this rate."
      )
      + table(points) + "</section>\n"
  }

  private static func table(_ points: [ThroughputPoint]) -> String {
    var table = HTMLTable("Response time at each rate of the sweep", ["offered"])
    table.columns += ["achieved", "p50", "p99", "max", "objective"]
    for point in points {
      table.rows.append(
        [QuantityLabel.rate(point.offered), QuantityLabel.rate(point.achieved)]
          + [point.p50, point.p99, point.max].map { QuantityLabel.time($0) }
          + [point.kept ? "kept" : "not kept"]
      )
    }
    return table.html
  }
}
