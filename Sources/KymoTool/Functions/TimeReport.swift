import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// The report of `time` for people, within its ``BenchFrame``.
struct TimeReport {
  let summary: BenchmarkSummary

  /// The report for people.
  func print(to console: inout Console) {
    let quantity = console.quantity
    let processes = summary.rows.first?.processes ?? 1
    let range = processes > 1 ? "medians of \(processes) processes" : "median is between"
    var table = TextTable(
      [.left("benchmark"), .right("iterations")]
        + ["fastest", "median", range, "mean without extremes", "slowest"].map { .right($0) }
        + (summary.baseline == nil ? [] : [.right("change")])
    )
    for row in summary.rows {
      let interval = row.interval.map {
        "\(Self.text($0.lowerBound, quantity)) to \(Self.text($0.upperBound, quantity))"
      }
      var cells = [Self.text(row.fastest, quantity)]
      cells += [row.median.map { Self.text($0, quantity) }, interval].map { $0 ?? "-" }
      cells += [
        row.trimmedMean.map { Self.text($0, quantity) } ?? "-", Self.text(row.slowest, quantity),
      ]
      if let baseline = summary.baseline { cells.append(Self.change(row, baseline)) }
      table.addRow([.text(row.name), .integer(row.iterations)] + cells.map { .text($0) })
    }
    console.printHeading("time of one iteration, from batches of many")
    console.print(table)
    console.print("")
    if let baseline = summary.baseline {
      console.print("change    of the median, against \(baseline.name.printable)")
    }
    console.print(
      "call      \(Self.text(summary.callNanoseconds, quantity)) take the call and the black hole alone, in every figure"
    )
  }

  /// A time of an iteration, with the decimals of a fast one.
  static func text(_ nanoseconds: Double, _ quantity: QuantityText) -> String {
    nanoseconds < 999.5
      ? "\(NumberText.significant(nanoseconds)) ns"
      : quantity.duration(nanoseconds: Int64(min(nanoseconds.rounded(), 9e18)))
  }

  private static func change(_ row: BenchmarkTimes, _ baseline: BenchmarkBaseline) -> String {
    guard let percent = baseline.change(of: row) else { return "new" }
    return "\(percent > 0 ? "+" : "")\(NumberText.fixed(percent, decimals: 1)) %"
  }
}
