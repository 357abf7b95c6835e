import KymoCommandLine
import KymoRecording
import KymoText

extension ImportRecord {
  /// How many lines of a kind are for people; the document has more.
  private static let linesShown = 12

  /// Prints what was repaired and noticed; nothing if nothing was.
  func print(to console: inout Console) {
    for repair in repairs.prefix(Self.linesShown) { console.print(repair.line(indent: "")) }
    Self.printRest("repairs", repairCount, &console)
    for note in notes.prefix(Self.linesShown) {
      console.print("note      \(note.file.printable):\(note.line)  \(note.explanation.printable)")
    }
    Self.printRest("notes", noteCount, &console)
  }

  private static func printRest(_ what: String, _ count: Int, _ console: inout Console) {
    guard count > linesShown else { return }
    console.print("          and \(count - linesShown) more \(what): see --format json")
  }
}

extension Repair {
  /// The line of a report.
  func line(indent: String) -> String {
    "\(indent)\(rule.isDoubt ? "doubtful" : "repaired")  \(file.printable):\(line)  "
      + "\(rule.rawValue.printable) × \(count): \(explanation.printable)"
  }
}
