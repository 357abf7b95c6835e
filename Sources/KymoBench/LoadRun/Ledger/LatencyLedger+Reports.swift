import KymoCore
import KymoHistogram

extension LatencyLedger where Sink: ~Copyable {
  /// How many events were timed, those of the warm-up left out.
  public var timedCount: Int64 { cells.histograms.reduce(0) { $0 + $1.service.totalCount } }

  /// How many events were counted, timed or not, those of the warm-up left out.
  public var countedCount: Int64 {
    cells.commands.indices.reduce(0) { $0 + cells.statuses($1).total }
  }

  /// How many inputs were measured.
  var measuredCount: Int { Int(countedCount) - raisedCount }

  /// Returns the counts of each command, named as in `table`, and of all together.
  func reports(
    _ table: borrowing CommandTable,
    deadlineNanoseconds: Int64?
  ) -> (commands: [CommandReport], overall: CommandReport) {
    let hasDeadline = deadlineNanoseconds != nil
    var reports: [CommandReport] = []
    for (index, command) in cells.commands.enumerated() {
      reports.append(
        CommandReport(
          name: table.name(of: command) ?? OutcomeStatus.unknownCommand.name,
          cells.histograms[index],
          statuses: cells.statuses(index),
          jitter: cells.jitters[index],
          missedDeadlines: hasDeadline ? cells.missed(index) : nil
        )
      )
    }
    return (reports, CommandReport(name: "all", summing: reports))
  }

  /// The stalls that the tail consists of, if it was asked for, as `analysis` explains them.
  func tailStalls(_ analysis: TailAnalysis) -> TailStalls? {
    tail.isKept ? analysis.stalls(tail.stalls) : nil
  }

  /// The slowest events, if they were asked for, as `analysis` explains them.
  func tailEvents(_ analysis: TailAnalysis) -> [TailEvent]? {
    tail.isKept ? analysis.events(tail.heap.slowestFirst) : nil
  }
}
