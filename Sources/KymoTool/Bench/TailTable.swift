import KymoBench
import KymoCommandLine
import KymoCore
import KymoReport
import KymoText

/// The slowest events of a run, and what was going on.
struct TailTable {
  let events: [TailEvent]
  let hiccups: HiccupReport?
  /// The stalls that the tail consists of; nil if nobody looked.
  let stalls: TailStalls?

  /// `--tail N`.
  static let option = OptionSpecification(
    "tail",
    "N",
    kind: .integer(1...LoadRun.maximumTail),
    help: "Show the N slowest events, and what kept each of them waiting."
  )
  /// `--sample N`.
  static let sampling = OptionSpecification(
    "sample",
    "N",
    kind: .integer(1...LoadRun.maximumSampleInterval),
    default: "1",
    help: "Time one event in N, at random distances, and count the others."
  )

  /// The configuration with these options.
  static func apply(_ arguments: ParsedArguments, to configuration: inout LoadConfiguration) {
    if arguments.isGiven(option.name) { configuration.tailCount = arguments.integer(option.name) }
    if arguments.isGiven(sampling.name) {
      configuration.sampleInterval = arguments.integer(sampling.name)
    }
    configuration.sampleSeed = arguments.seed("seed")
  }

  /// Whether only some events are timed.
  static func isSampled(_ arguments: ParsedArguments) -> Bool {
    arguments.isGiven(sampling.name) && arguments.integer(sampling.name) > 1
  }

  /// Prints the table, and what the platform did meanwhile; nothing if nobody asked.
  static func print(_ result: LoadResult, to console: inout Console) {
    guard let events = result.measured.tail else { return }
    TailTable(
      events: events,
      hiccups: result.system.hiccups,
      stalls: result.measured.stalls
    ).print(to: &console)
  }

  private func print(to console: inout Console) {
    let quantity = console.quantity
    func time(_ nanoseconds: Int64) -> String { quantity.duration(nanoseconds: nanoseconds) }
    var table = TextTable(
      ["", "at", "event"].map { .right($0) } + [.left("command")]
        + ["response", "service", "queue", "waiting"].map { .right($0) }
        + ["switches", "faults", "steal", "hiccup"].map { .right($0) } + [.left("cause")]
    )
    for (place, event) in events.enumerated() {
      let counters = event.counters
      var cells: [TextCell] = [.integer(place + 1)]
      cells.append(.text("\(NumberText.fixed(Double(event.dueNanoseconds) / 1e9, decimals: 6)) s"))
      cells.append(event.index.map { .integer($0) } ?? "raised")
      cells.append(.text(event.command.printable))
      cells.append(.nanoseconds(event.responseNanoseconds))
      cells.append(.nanoseconds(event.serviceNanoseconds))
      cells.append(.integer(event.queuedCount))
      cells.append(event.waitingCount.map { .integer($0) } ?? .missing)
      cells.append(Self.count(counters?.involuntarySwitches))
      cells.append(Self.count(counters?.faults))
      cells.append(counters?.stealNanoseconds.map { .nanoseconds($0) } ?? .missing)
      cells.append(event.hiccupNanoseconds.map { .nanoseconds($0) } ?? .missing)
      cells.append(.text(event.cause.text(time).printable))
      table.addRow(cells)
    }
    console.print("")
    console.printHeading("the slowest events, and what was going on")
    console.print(table)
    for (place, line) in (stalls?.lines(time) ?? []).enumerated() {
      console.print((place == 0 ? "stalls    " : "          ") + line.printable)
    }
    guard let hiccups else { return }
    console.print("hiccups   \(hiccups.text(time))")
    let counters = hiccups.counters.text(time)
    console.print("system    \(counters.isEmpty ? "nothing could be counted" : counters)")
  }

  private static func count(_ value: Int64?) -> TextCell {
    value.map { .integer(Int(clamping: $0)) } ?? .missing
  }
}
