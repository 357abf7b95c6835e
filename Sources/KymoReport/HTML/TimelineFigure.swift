import KymoBench
import KymoText

/// Median, p99 and maximum over the run, with the tail marked.
enum TimelineFigure {
  /// The figure and its legend; nothing if nothing was measured.
  static func html(_ result: LoadResult) -> String {
    let timeline = result.measured.timeline
    let filled = timeline.intervals.filter { $0.count > 0 }
    guard !filled.isEmpty else { return "" }
    let overall = result.overall.response
    // The rarest percentile for which there are enough events says what belongs to the tail.
    let tail = [("p99.9", overall.p999), ("p99", overall.p99), ("p90", overall.p90)]
      .first { $0.1 != nil }
    let threshold = tail?.1 ?? .max
    let lowest = filled.compactMap { $0.p50 ?? $0.p99 }.min() ?? filled.map(\.max).min() ?? 1
    let y = LogScale(Double(lowest), Double(filled.map(\.max).max() ?? 1))
    let count = Double(timeline.intervals.count)
    let warmUpEnd = Double(result.measured.nanoseconds.lowerBound) / Double(timeline.nanoseconds)
    let warmUp = max(0, min(1, warmUpEnd))

    var back = ""
    if warmUp > 0 && result.measured.warmUpCount > 0 {
      back += "<rect class=\"warm\" width=\"\(PlotFrame.percent(warmUp))\" height=\"100%\"/>"
      back += "<text class=\"warm\" y=\"-7\">warm-up, not counted</text>\n"
    }
    var front = ""
    if let tail, let value = tail.1 {
      let place = PlotFrame.percent(1 - y.place(Double(value)))
      front += "<line class=\"limit\" x2=\"100%\" y1=\"\(place)\" y2=\"\(place)\"/>\n"
    }
    let start = result.measured.nanoseconds.lowerBound
    let worst = worst(timeline, after: start)
    for (index, interval) in timeline.intervals.enumerated() where interval.count > 0 {
      let x = PlotFrame.percent((Double(index) + 0.5) / count)
      let top = PlotFrame.percent(1 - y.place(Double(interval.max)))
      let isMeasured = Int64(index) * timeline.intervalNanoseconds >= start
      let isTail = isMeasured && interval.max > threshold
      if isTail {
        let from = interval.p99 ?? interval.p50 ?? lowest
        let bottom = PlotFrame.percent(1 - y.place(Double(from)))
        front += "<line class=\"stem\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(top)\" y2=\"\(bottom)\"/>"
      }
      let kind = index == worst ? "worst" : isTail ? "tail" : "max"
      let radius = index == worst ? "4.5" : isTail ? "2.8" : "1.8"
      front += "<circle class=\"\(kind)\" cx=\"\(x)\" cy=\"\(top)\" r=\"\(radius)\"/>\n"
    }
    for event in result.measured.tail ?? [] {
      let x = PlotFrame.percent(
        min(1, max(0, Double(event.dueNanoseconds) / Double(timeline.nanoseconds)))
      )
      let top = PlotFrame.percent(1 - y.place(Double(event.responseNanoseconds)))
      let cause = HTMLText.escaped(event.cause.text { QuantityLabel.time($0) })
      front += "<circle class=\"slow\" cx=\"\(x)\" cy=\"\(top)\" r=\"3.4\"><title>"
      front += "\(HTMLText.plainName(event.command)), "
      front += "\(QuantityLabel.time(event.responseNanoseconds)): \(cause)</title></circle>\n"
    }
    let worstText = worst.map { index in
      "the longest, \(QuantityLabel.time(timeline.intervals[index].max)), of an event that was due "
        + "within the interval from "
        + seconds(Double(index) * Double(timeline.intervalNanoseconds) / 1e9)
    }
    let frame = PlotFrame(
      id: "timeline",
      title: "Response time over the run, all commands",
      summary: "Median, 99th percentile and maximum of \(timeline.intervals.count) intervals. "
        + (worstText.map { "Ringed is \($0)." } ?? ""),
      yTitle: "response time, log scale",
      xTitle: "time at which events were due, s",
      y: y,
      xLabels: labels(seconds: Double(timeline.nanoseconds) / 1e9),
      data: "data-kind=\"timeline\" data-interval=\"\(timeline.intervalNanoseconds)\" "
        + "data-values=\"\(data(timeline))\""
    )
    var note = "One mark for each \(QuantityLabel.time(timeline.intervalNanoseconds)). "
    if let tail, let value = tail.1 {
      note +=
        "The dotted line is the run\u{2019}s \(tail.0), \(QuantityLabel.time(value)); "
        + "intervals with an event beyond it are marked as tail. "
    }
    if let worstText { note += "Ringed: \(worstText)." }
    let hasP99 = filled.contains { $0.p99 != nil }
    if !hasP99 {
      note += " There is no p99: it takes 1,000 events in an interval."
    }
    let hasEvents = result.measured.tail?.isEmpty == false
    let legend = legend(tail?.0, hasEvents: hasEvents, hasP99: hasP99)
    return HTMLText.section(
      "Timeline",
      legend + frame.html(back: back, curves: curves(timeline, y), front: front, note: note)
    )
  }

  private static func curves(_ timeline: LatencyTimeline, _ y: LogScale) -> String {
    line(timeline, y, "median") { $0.p50 } + line(timeline, y, "p99") { $0.p99 }
  }

  /// A curve with a gap wherever an interval has no value.
  private static func line(
    _ timeline: LatencyTimeline,
    _ y: LogScale,
    _ classes: String,
    _ value: (TimelineInterval) -> Int64?
  ) -> String {
    var text = ""
    var places: [(x: Double, y: Double)] = []
    for (index, interval) in timeline.intervals.enumerated() {
      if let value = value(interval) {
        let x = (Double(index) + 0.5) / Double(timeline.intervals.count)
        places.append((x: x, y: y.place(Double(value))))
      } else {
        text += PlotFrame.polyline(places, classes)
        places = []
      }
    }
    return text + PlotFrame.polyline(places, classes)
  }

  private static func legend(_ tail: String?, hasEvents: Bool, hasP99: Bool) -> String {
    func item(_ drawing: String, _ text: String) -> String {
      "<li><svg class=\"swatch\" aria-hidden=\"true\">\(drawing)</svg> \(text)</li>"
    }
    func line(_ kind: String) -> String {
      "<line class=\"\(kind)\" x2=\"100%\" y1=\"50%\" y2=\"50%\"/>"
    }
    func dot(_ kind: String, _ radius: String) -> String {
      "<circle class=\"\(kind)\" cx=\"50%\" cy=\"50%\" r=\"\(radius)\"/>"
    }
    var items = [item(line("median"), "median")]
    if hasP99 { items.append(item(line("p99"), "p99")) }
    items.append(item(dot("max", "2.2"), "maximum"))
    if let tail {
      items.append(item(dot("tail", "3.4"), "maximum beyond the run\u{2019}s \(tail)"))
    }
    if hasEvents { items.append(item(dot("slow", "3.4"), "one of the slowest events")) }
    return "<ul class=\"legend\">\(items.joined())</ul>\n"
  }

  /// The interval with the longest time among those that are measured as a whole.
  private static func worst(_ timeline: LatencyTimeline, after start: Int64) -> Int? {
    timeline.intervals.indices.filter { index in
      timeline.intervals[index].count > 0
        && Int64(index) * timeline.intervalNanoseconds >= start
    }.max { timeline.intervals[$0].max < timeline.intervals[$1].max }
  }

  private static func labels(seconds: Double) -> [PlotFrame.Label] {
    // Some five steps of 1, 2 or 5 times a power of ten.
    var step = 1e-9
    var factors = [2.0, 2.5, 2]
    while seconds / step > 6 {
      step *= factors[0]
      factors = Array(factors.dropFirst()) + [factors[0]]
    }
    return (0...Int(seconds / step)).map { index in
      let value = Double(index) * step
      return .init(place: value / seconds, text: NumberText.shortest((value * 1e9).rounded() / 1e9))
    }
  }

  private static func seconds(_ value: Double) -> String {
    "\(NumberText.fixed(value, decimals: 3)) s"
  }

  /// Count, median, p99 and maximum of each interval, for the script.
  private static func data(_ timeline: LatencyTimeline) -> String {
    timeline.intervals.map { interval in
      let values = [interval.count, interval.p50 ?? -1, interval.p99 ?? -1, interval.max]
      return values.map { "\($0)" }.joined(separator: ",")
    }.joined(separator: ";")
  }
}
