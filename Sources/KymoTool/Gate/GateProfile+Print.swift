import KymoCommandLine
import KymoProfile
import KymoText
import KymoTrials

extension GateProfile {
  /// How many functions the report for people names.
  private static let shownFunctions = 10

  /// The report for people.
  func print(to console: inout Console) {
    console.print("")
    console.printHeading("where the time of dispatched events goes, BASE against HEAD")
    if let reason { return console.print("no flame graph: \(reason)") }
    let changed = changed
    if changed.isEmpty {
      console.print("no function's own share changed beyond the sampling error")
    } else {
      var text = FunctionChange.table(changed, maximumRows: Self.shownFunctions)
      if text.hasSuffix("\n") { text.removeLast() }
      console.print(text)
    }
    console.print(
      "samples  \(NumberText.grouped(samples.base)) of BASE, \(NumberText.grouped(samples.head)) of HEAD, "
        + "taken in turns"
    )
    console.print("graph    \(path.printable)")
  }
}
