import KymoBench
import KymoText

/// How far repetitions differ: a figure of all commands together, and tables.
struct RepetitionSection {
  /// How many repetitions have a label of their own.
  static let labelledRepetitions = 12

  let result: LoadResult
  let rows: [ExportRow]
  let set: RepetitionSet

  /// The section.
  var html: String {
    HTMLText.section("Repetitions", figure + spreads + each)
  }

  /// The values that are drawn, those that some repetition has.
  private var series: [(name: String, style: CurveStyle, value: (LatencySummary) -> Int64?)] {
    let drawn: [ObjectivePercentile] = [.p50, .p99, .p999, .max]
    return drawn.enumerated().map { index, percentile in
      (percentile.rawValue, CurveStyle(index: index + 1), { percentile.value(in: $0) })
    }.filter { series in set.all.contains { series.value($0.result.overall.response) != nil } }
  }

  private var figure: String {
    let series = series
    let summaries = set.all.map(\.result.overall.response)
    let values = series.flatMap { line in summaries.compactMap(line.value) }
    guard set.all.count > 1, let lowest = values.min(), let highest = values.max() else {
      return ""
    }
    let y = LogScale(Double(lowest), Double(highest))
    let count = Double(set.all.count)
    func x(_ index: Int) -> Double { (Double(index) + 0.5) / count }
    var curves = ""
    var marks = ""
    for line in series {
      let color = line.style.color
      if let whole = line.value(result.overall.response) {
        let place = y.place(Double(whole))
        curves += PlotFrame.polyline([(0, place), (1, place)], "\(color) base")
      }
      for (index, summary) in summaries.enumerated() {
        guard let value = line.value(summary) else { continue }
        let isValid = set.all[index].result.valid
        marks += line.style.mark(
          x: x(index),
          y: y.place(Double(value)),
          classes: isValid ? color : "\(color) missed"
        )
      }
    }
    var data = SeriesData(names: series.map(\.name))
    for (index, summary) in summaries.enumerated() {
      let verdict = set.all[index].result.valid ? "" : ", INVALID"
      data.add("repetition \(index + 1)\(verdict)", at: x(index), series.map { $0.value(summary) })
    }
    let legend = series.map { "<li>\($0.style.swatch(classes: $0.style.color)) \($0.name)</li>" }
    let frame = PlotFrame(
      id: "repetitions",
      title: "Response time in each repetition, all commands",
      summary: "\(set.all.count) repetitions; the tables have the values.",
      yTitle: "response time, log scale",
      xTitle: "repetition, each in a process of its own",
      y: y,
      xLabels: labels(x),
      data: data.attributes
    )
    let hollow = set.all.contains { !$0.result.valid } ? " Hollow: an invalid repetition." : ""
    return "<ul class=\"legend\">\(legend.joined())</ul>\n"
      + frame.html(
        curves: curves,
        front: marks,
        note: "Dashed: all repetitions together.\(hollow)"
      )
  }

  private func labels(_ x: (Int) -> Double) -> [PlotFrame.Label] {
    let count = set.all.count
    var step = 1
    for factor in [2, 5, 10, 20, 50, 100, 200, 500] where count / step > Self.labelledRepetitions {
      step = factor
    }
    let numbers = stride(from: step, through: count, by: step)
    return numbers.enumerated().map { place, number in
      .init(place: x(number - 1), text: "\(number)", isMinor: count > 6 && place % 2 == 1)
    }
  }

  private var spreads: String {
    var table = HTMLTable(
      "How far response times differ between repetitions",
      ["command"]
        + ["p50", "p99", "p99.9"].flatMap { ["\($0) lowest", "median", "highest"] }
    )
    for row in rows where row.report.response.count > 0 {
      let spreads = [
        set.spread(of: row.report.name) { $0.response.p50 },
        set.spread(of: row.report.name) { $0.response.p99 },
        set.spread(of: row.report.name) { $0.response.p999 },
      ]
      let cells = spreads.flatMap { [$0?.lowest, $0?.median, $0?.highest] }
      table.rows.append([HTMLText.name(row.name)] + cells.map { QuantityLabel.time($0) })
    }
    return table.rows.isEmpty ? "" : table.html
  }

  private var each: String {
    var table = HTMLTable(
      "Each repetition, all commands",
      ["repetition", "events", "achieved, events/s", "p50", "p99", "p99.9", "max"]
        + (result.measured.deadlineNanoseconds == nil ? [] : ["missed"]) + ["verdict"]
    )
    for (index, repetition) in set.all.enumerated() {
      let run = repetition.result
      let response = run.overall.response
      let times = [
        response.p50, response.p99, response.p999, response.count > 0 ? response.max : nil,
      ]
      var cells = ["\(index + 1)", QuantityLabel.count(run.overall.count)]
      cells.append(QuantityLabel.number(run.measured.rate))
      cells += times.map { QuantityLabel.time($0) }
      if let missed = run.overall.missedDeadlines { cells.append(QuantityLabel.count(missed)) }
      let word = run.validity.word
      cells.append(run.valid ? word : "<strong class=\"slower\">\(word)</strong>")
      table.rows.append(cells)
    }
    return table.html
  }
}
