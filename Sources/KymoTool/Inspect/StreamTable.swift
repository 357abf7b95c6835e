import KymoBench
import KymoCommandLine
import KymoReport

/// How old and how uneven a sensor's samples are when their handlers have them.
struct StreamTable {
  let commands: [CommandReport]

  /// Prints a row for every command that a sensor sends; nothing if there is none.
  func print(to console: inout Console) {
    var table = TextTable(
      [.left("sensor")] + ["age p50", "p99", "max"].map { .right($0) }
        + ["jitter p50", "p99", "max"].map { .right($0) }
    )
    var isEmpty = true
    for command in commands {
      guard let stream = command.stream, stream.age.count > 0 else { continue }
      isEmpty = false
      table.addRow([.text(command.name)] + Self.cells(stream.age) + Self.cells(stream.jitter))
    }
    guard !isEmpty else { return }
    console.print("")
    console.printHeading("age of each sample at its handler, and by how much gaps deviate")
    console.print(table)
  }

  private static func cells(_ summary: LatencySummary) -> [TextCell] {
    [summary.p50, summary.p99, summary.count > 0 ? summary.max : nil].map {
      $0.map { .nanoseconds($0) } ?? .missing
    }
  }
}
