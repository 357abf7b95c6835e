import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// The limits of a run with their verdicts, for people.
enum LimitTable {
  /// How many limits are named that are not measured for the same reason.
  private static let maximumNames = 10

  /// Prints them; nothing if there are none.
  static func print(_ judgement: LimitJudgement?, to console: inout Console) {
    guard let judgement, !judgement.all.isEmpty else { return }
    var table = TextTable([
      .left("limit"), .right("measured"), .left("allowed"), .left("verdict"), .left("set in"),
    ])
    let known = judgement.byWeight.filter { $0.verdict.reason == nil }
    for judged in known {
      table.addRow([
        .text(judged.name), .text(judged.actualText), .text(judged.limitText),
        .text(judged.verdict.word), .text("\(judged.limit.place)"),
      ])
    }
    console.print("")
    console.printHeading("limits: \(judgement.summary)")
    if !known.isEmpty { console.print(table) }
    for (reason, names) in judgement.reasons {
      let more = names.count > maximumNames ? " and \(names.count - maximumNames) more" : ""
      let those = names.prefix(maximumNames).joined(separator: ", ") + more
      console.print("not measured  \(those): \(reason)".printable)
    }
  }
}
