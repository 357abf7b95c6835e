import KymoBench
import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

/// The report of `kymo count`.
struct CountsReport {
  /// As the user named it; empty for functions, which need none.
  let recording: String
  let app: String
  /// Whose rules hold for the page's calls; nil without a page.
  let mode: String?
  /// The subject of the counts, as a baseline says it.
  let subject: CountsBaseline.Subject
  /// Each command, and all of them together at the end if there are several.
  var counts: [CommandCounts]
  /// The commands that only handlers raise, which have no events of their own to offer.
  var raised: [String] = []
  /// The version of valgrind; nil if there is none.
  var valgrind: String?
  /// Whether addresses were the same in every run.
  var hasFixedAddresses = false
  /// The result of a second count of the last of ``counts``; nil if it was not made.
  var repetition: CountRepetition?
  /// The limits that were set, with their verdicts; nil if none were.
  var limits: LimitJudgement?
  /// Former counts, and what changed since; nil if there are none.
  var comparison: (baseline: CountsBaseline, changes: [CountsBaseline.Change])?

  /// Whether the figures may be compared with others.
  var isValid: Bool { repetition?.isValid ?? true }

  /// The report for people.
  func print(to console: inout Console) {
    var table = TextTable(
      (recording.isEmpty
        ? [.left("benchmark"), .right("iterations")] : [.left("command"), .right("events")])
        + CountedFigure.allCases.map { .right($0.heading) }
    )
    for command in counts {
      table.addRow(
        [.text(command.name ?? "all"), .integer(command.events)]
          + CountedFigure.allCases.map { figure in
            .text(command.perEvent(figure).map(Self.text) ?? "unavailable")
          }
      )
    }
    console.printHeading(
      recording.isEmpty
        ? "per iteration, with its call, after a first pass that is not counted"
        : "per event, with queue and dispatch, after a first pass that is not counted"
    )
    console.print(table)
    console.print("")
    for (name, text) in rowFacts { printLine(name, text.printable, to: &console) }
    for text in unavailable { console.print("unavailable  \(text)") }
    for (name, text) in facts {
      console.print(name + String(repeating: " ", count: 13 - name.count) + text)
    }
  }

  /// The remarks on the rows.
  private var rowFacts: [(name: String, text: String)] {
    var facts: [(name: String, text: String)] = []
    if counts.count > 1, !recording.isEmpty { facts.append(("all", Self.ofAll)) }
    if !raised.isEmpty {
      let text = "counted with the commands whose handlers raise them: " + raised.inWords
      facts.append(("raised", text))
    }
    return facts
  }

  /// The reasons for missing figures, each once.
  private var unavailable: [String] {
    reasons.map { reason, figures in "\(figures.joined(separator: ", ")): \(reason)" }
  }

  /// The same about the rows as sentences of a page.
  var notes: [String] {
    rowFacts.map { "\($0.name): \($0.text)" } + unavailable.map { "unavailable: \($0)" }
  }

  /// How the counts came about.
  var facts: [(name: String, text: String)] {
    let addresses =
      hasFixedAddresses || valgrind == nil ? "" : ", addresses differ from run to run"
    return [("counted", "under \(valgrind ?? "nothing")\(addresses)"), ("repeated", repeated)]
  }

  /// Why the last row is not the mean of the others.
  private static let ofAll =
    "the events as they were recorded, not the mean of the rows: in its own row a rare command is repeated "
    + "until it has \(NumberText.grouped(CommandCounts.minimumEvents)) events, and finds other states and caches"

  private func printLine(_ name: String, _ text: String, to console: inout Console) {
    console.print(
      HelpText.fill(
        HelpText.words(text),
        width: console.terminal.width,
        first: name + String(repeating: " ", count: max(1, 13 - name.count)),
        next: String(repeating: " ", count: 13)
      )
    )
  }

  private var repeated: String {
    guard let repetition else { return "no: nothing says whether a second count is the same" }
    if repetition.isExact { return "a second count is the same, to the last instruction" }
    let difference = NumberText.grouped(Int(repetition.instructions))
    return repetition.isValid
      ? "a second count differs by \(difference) instructions in all"
      : "a second count is NOT the same, by \(difference) instructions: do not compare these"
  }

  /// Each reason once, with the figures that it keeps from being had.
  private var reasons: [(String, [String])] {
    var reasons: [(String, [String])] = []
    for command in counts {
      for figure in CountedFigure.allCases {
        guard let reason = command[figure].reason else { continue }
        if let place = reasons.firstIndex(where: { $0.0 == reason }) {
          if !reasons[place].1.contains(figure.heading) { reasons[place].1.append(figure.heading) }
        } else {
          reasons.append((reason, [figure.heading]))
        }
      }
    }
    return reasons
  }

  /// A figure of one event: nothing that happened is written as 0.
  static func text(_ perEvent: Double) -> String {
    if perEvent == perEvent.rounded() { return "\(Int(perEvent))" }
    return perEvent < 100
      ? NumberText.significant(perEvent) : NumberText.fixed(perEvent, decimals: 1)
  }
}
