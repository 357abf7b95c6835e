import KymoBench
import Glibc

/// Latency over the number of nines, a curve for each command.
enum PercentileFigure {
  /// The figure; nothing if no command has such times.
  static func html(_ kind: LatencyKind, _ curves: [ReportCurve]) -> String {
    let drawn = curves.map { curve in
      (
        curve: curve, nines: NinesCurve(kind.histogram(curve.report)),
        baseline: curve.baseline.map { kind.distribution($0).curve }
      )
    }.filter { $0.nines.count > 0 }
    guard !drawn.isEmpty else { return "" }
    let all = drawn.map(\.nines) + drawn.compactMap(\.baseline).filter { $0.count > 0 }
    let values = all.flatMap { $0.points.map(\.value) }
    let y = LogScale(Double(values.min() ?? 1), Double(values.max() ?? 1))
    let width = max(1, all.map(\.endNines).max() ?? 1)
    func places(_ points: [NinesPoint]) -> [(x: Double, y: Double)] {
      points.map { (x: $0.nines / width, y: y.place(Double($0.value))) }
    }

    var lines = ""
    var marks = ""
    for (curve, nines, baseline) in drawn {
      let classes = curve.style.classes
      if let baseline {
        lines += PlotFrame.polyline(places(baseline.supported), "\(classes) base")
        lines += PlotFrame.polyline(places(baseline.anecdotal), "\(classes) base few")
      }
      lines += PlotFrame.polyline(places(nines.supported), classes)
      lines += PlotFrame.polyline(places(nines.anecdotal), "\(classes) few")
      let marked = nines.supported.filter { $0.nines >= 1 && $0.nines == $0.nines.rounded() }
      for place in places(marked + nines.points.suffix(1)) {
        marks += curve.style.mark(x: place.x, y: place.y) + "\n"
      }
    }
    let frame = PlotFrame(
      id: kind.rawValue,
      title: kind.title,
      summary: "Percentile curves of \(drawn.count) series; the tables have the values. "
        + drawn.prefix(4).map { "\($0.curve.name): \(sentence(kind.summary($0.curve.report)))" }
        .joined(separator: " "),
      yTitle: kind.axis,
      xTitle: "percentile, %, one step per nine",
      y: y,
      xLabels: labels(width: width),
      data: "data-kind=\"nines\" data-width=\"\(width)\" data-low=\"\(y.low)\" "
        + "data-high=\"\(y.high)\""
    )
    return frame.html(
      curves: lines,
      front: marks,
      note: "Faint: fewer than ten events lie beyond. The last mark of a curve is its maximum."
    )
  }

  private static func labels(width: Double) -> [PlotFrame.Label] {
    var labels = [
      PlotFrame.Label(place: 0, text: "0"),
      PlotFrame.Label(place: log10(2) / width, text: "50", isMinor: true),
    ]
    for nines in 1...max(1, Int(width + 0.02)) {
      labels.append(
        .init(place: min(1, Double(nines) / width), text: QuantityLabel.percentile(nines: nines))
      )
    }
    return labels
  }

  private static func sentence(_ summary: LatencySummary) -> String {
    let values = [("p50", summary.p50), ("p99", summary.p99), ("p99.9", summary.p999)]
    let known = values.compactMap { value in
      value.1.map { "\(value.0) \(QuantityLabel.time($0))" }
    }
    return (known + ["maximum \(QuantityLabel.time(summary.max))"]).joined(separator: ", ") + "."
  }
}
