import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// Former counts beside new ones.
struct CountsComparison {
  /// The former ones.
  let baseline: CountsBaseline

  /// Compares with former counts.
  init(baseline: CountsBaseline) { self.baseline = baseline }

  /// Reads what `--baseline` names; nil if it names nothing.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - subject: what is about to be counted.
  ///   - key: the same as a name.
  /// - Throws: why it cannot be read, is no baseline of counts, or is none to compare with.
  init?(
    _ arguments: ParsedArguments,
    of subject: CountsBaseline.Subject,
    _ key: BaselineKey
  ) throws(CommandFailure) {
    guard let store = try arguments.baselineStore() else { return nil }
    let (text, name) = try store.read(key)
    do { baseline = try CountsBaseline(json: text, name: name) } catch {
      throw CommandFailure(file: name, "\(error)".printable)
    }
    if let difference = subject.difference(from: baseline.subject) {
      throw CommandFailure(
        file: name,
        "this baseline does not fit the counts: \(difference)".printable
      )
    }
    guard baseline.valid else {
      throw CommandFailure(file: name, "this baseline cannot be used: its counts are INVALID")
    }
  }

  /// Prints what changed.
  func print(_ changes: [CountsBaseline.Change], valgrind: String?, to console: inout Console) {
    let changed = changes.filter { $0.before != $0.now }
    console.print("")
    console.printHeading("per event, against \(baseline.name.printable)")
    if changed.isEmpty {
      console.print("all \(changes.count) figures that both have are the same")
    } else {
      var table = TextTable([
        .left("command"), .left("figure"), .right("before"), .right("now"), .right("change"),
      ])
      for change in changed {
        table.addRow([
          .text(change.command), .text(change.quantity.rawValue),
          .text(CountsReport.text(change.before)), .text(CountsReport.text(change.now)),
          .text(change.percent.map(Self.percent) ?? "-"),
        ])
      }
      console.print(table)
      let same = changes.count - changed.count
      if same > 0 { console.print("\(same) more figures are the same") }
    }
    if baseline.valgrind != valgrind {
      console.print(
        "not the same: \(baseline.valgrind ?? "nothing") counted there, \(valgrind ?? "nothing") here"
      )
    }
  }

  private static func percent(_ percent: Double) -> String {
    "\(percent > 0 ? "+" : "")\(NumberText.significant(percent)) %"
  }
}
