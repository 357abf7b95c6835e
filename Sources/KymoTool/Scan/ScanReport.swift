import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// The report of `kymo scan` for people, within its ``BenchFrame``.
struct ScanReport {
  /// The measurements.
  private let scan: ParameterScan
  /// Each row of it, with the value of its run.
  private let rows: [(value: String, row: ScanRow)]

  /// Takes what was measured.
  init(_ scan: ParameterScan) {
    self.scan = scan
    rows = scan.runs.flatMap { run in run.rows.map { (run.value, $0) } }
  }

  /// Whether any row has response times; without a schedule there are none.
  private var hasResponse: Bool { has { $0.response.count > 0 } }
  /// Whether any row has nothing but costs.
  private var hasCosts: Bool { has { $0.response.count == 0 && $0.service.count > 0 } }

  private func has(_ condition: (ScanRow) -> Bool) -> Bool { rows.contains { condition($0.row) } }

  /// Prints a table of all values; on a narrow terminal it is several.
  func print(to console: inout Console) {
    let name = scan.option
    let what = hasResponse ? (hasCosts ? "response or service" : "response") : "service"
    console.printHeading("\(what) time of all commands by \(name), each in a fresh process")
    let terminal = console.terminal
    func fits(_ columns: [Column]) -> Bool {
      !terminal.isOutputTerminal || Self.width(table(columns), terminal) <= terminal.width
    }
    var columns = loadColumns + responseColumns + costColumns + [verdict]
    if !fits(columns) {
      columns = []
      for further in [responseColumns, costColumns, loadColumns + [verdict]] {
        if !columns.isEmpty, !fits(columns + further) {
          console.print(table(columns))
          console.print("")
          columns = []
        }
        columns += further
      }
    }
    console.print(table(columns))
    printSpreads(to: &console)
    printSlowest(to: &console)
  }

  /// A column, and what each row has in it.
  private typealias Column = (head: TextColumn, cell: (ScanRow) -> TextCell)

  private var loadColumns: [Column] {
    var columns: [Column] = [
      (.right("offered/s"), { .number($0.offeredRate, decimals: 0) }),
      (.right("achieved/s"), { .number($0.achievedRate, decimals: 0) }),
      (.right("count"), { .integer(Int($0.count)) }),
    ]
    if has({ $0.attempts != nil }) {
      columns.append((.right("attempts made"), { $0.attempts.map { .integer($0) } ?? .missing }))
    }
    if has({ $0.missedDeadlines != nil }) {
      columns.append(
        (.right("missed"), { $0.missedDeadlines.map { .integer(Int($0)) } ?? .missing })
      )
    }
    return columns
  }

  private var responseColumns: [Column] {
    guard hasResponse else { return [] }
    return [
      Self.column("p50") { $0.response.p50 }, Self.column("p90") { $0.response.p90 },
      Self.column("p99") { $0.response.p99 }, Self.column("p99.9") { $0.response.p999 },
      Self.column("max") { $0.response.count > 0 ? $0.response.max : nil },
    ]
  }

  private var costColumns: [Column] {
    let p99 = Self.column("service p99") { $0.service.p99 }
    guard hasCosts else { return [p99] }
    return [
      Self.column("service p50") { $0.service.p50 }, p99,
      (
        .right("mean without extremes"),
        { $0.service.trimmedMean.map { .text("\(NumberText.significant($0)) ns") } ?? .missing }
      ),
    ]
  }

  private static func column(_ name: String, _ time: @escaping (ScanRow) -> Int64?) -> Column {
    (.right(name), { cell(time($0)) })
  }

  private var verdict: Column { (.left("verdict"), { .text($0.isValid ? "valid" : "INVALID") }) }

  /// A table with the value in front, and with the stage where runs have some.
  private func table(_ columns: [Column]) -> TextTable {
    let hasStages = has { $0.stage != nil }
    let isOfStages = scan.option == LoadStage.option.name
    var table = TextTable(
      [.right(isOfStages ? "stages" : scan.option)] + (hasStages ? [.right("stage")] : [])
        + columns.map(\.head)
    )
    for (value, row) in rows {
      let stage: [TextCell] = hasStages ? [row.stage.map { .integer($0) } ?? .missing] : []
      table.addRow([.text(value.printable)] + stage + columns.map { $0.cell(row) })
    }
    return table
  }

  /// How far repetitions differ, where there are any.
  private func printSpreads(to console: inout Console) {
    guard has({ $0.repetitionCount != nil }) else { return }
    let isOfRepetitions = scan.option == BenchRepetitions.option.name
    var table = TextTable(
      [.right(scan.option)] + (isOfRepetitions ? [] : [.right("repetitions")])
        + ["p50 min", "median", "max", "p99 min", "median", "max"].map { .right($0) }
    )
    for (value, row) in rows {
      let count: [TextCell] = isOfRepetitions ? [] : [.integer(row.repetitionCount ?? 1)]
      let times = [row.p50Spread, row.p99Spread].flatMap { [$0?.lowest, $0?.median, $0?.highest] }
      table.addRow([.text(value.printable)] + count + times.map(Self.cell))
    }
    console.print("")
    console.printHeading("how far the repetitions differ")
    console.print(table)
  }

  /// The slowest event of each run, where runs kept theirs.
  private func printSlowest(to console: inout Console) {
    guard has({ $0.slowest != nil }) else { return }
    var table = TextTable([
      .right(scan.option), .left("command"), .right("response"), .left("cause"),
    ])
    for (value, row) in rows {
      guard let slowest = row.slowest else { continue }
      table.addRow([
        .text(value.printable), .text(slowest.command.printable),
        .nanoseconds(slowest.responseNanoseconds), .text(slowest.cause.printable),
      ])
    }
    console.print("")
    console.printHeading("the slowest event of each run, and what was going on")
    console.print(table)
  }

  private static func cell(_ nanoseconds: Int64?) -> TextCell {
    nanoseconds.map { .nanoseconds($0) } ?? .missing
  }

  /// How many columns the longest line takes.
  private static func width(_ table: TextTable, _ terminal: TerminalDescription) -> Int {
    table.text(for: terminal).split(separator: "\n").dropFirst().map(\.count).max() ?? 0
  }
}
