import KymoBench
import KymoCommandLine
import KymoReport

/// Where the response time of each command goes: before the queue, in it, and in the handlers.
struct StageTable {
  let commands: [CommandReport]

  /// Prints a row for every command that was measured; nothing without a schedule.
  func print(to console: inout Console) {
    let measured = commands.filter { $0.slip.count > 0 }
    guard !measured.isEmpty else { return }
    var table = TextTable(
      [.left("command")]
        + ["late p50", "p99", "queue p50", "p99", "handlers p50", "p99"].map { .right($0) }
    )
    for command in measured {
      let figures = [command.slip, command.queueing, command.service].flatMap { [$0.p50, $0.p99] }
      table.addRow([.text(command.name)] + figures.map { $0.map { .nanoseconds($0) } ?? .missing })
    }
    console.print("")
    console.printHeading("where it goes: until the generator pushes, in the queue, in the handlers")
    console.print(table)
  }
}
