import KymoCommandLine
import KymoScript
import KymoText

extension RunReport {
  /// Says what a person and the phone did to the page.
  func printInputs(to output: inout Console) {
    if figures.leftOutActs > 0 {
      output.print(
        "left out  \(figures.leftOutActs) taps or steps of the app's life in the recording: the command line has others"
      )
    }
    let inputs = link.inputs
    if inputs.count > 0 {
      let counts = inputs.counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      output.print("acts      " + counts.joined(separator: ", "))
    }
    for missed in inputs.missed.prefix(10) { output.print("NOT DONE  " + text(missed)) }
    let others = inputs.missedCount - UInt64(min(inputs.missed.count, 10))
    if others > 0 { output.print("NOT DONE  \(others) more") }
  }

  /// The first act that the page did not feel, as one line; nil if it felt all.
  var firstMissed: String? {
    guard let first = link.inputs.missed.first else { return nil }
    let count = link.inputs.missedCount
    return text(first) + (count > 1 ? "; and \(count - 1) more" : "")
  }

  private func text(_ missed: PageInputs.Missed) -> String {
    let seconds = Double(missed.input.time - link.inputs.start) / 1e9
    return "the \(missed.input.shown) at \(NumberText.shortest(seconds)) s: \(missed.reason)"
      .printable
  }

  /// The same for programs.
  var inputsJSON: JSONText {
    let inputs = link.inputs
    return [
      "done": .object(
        inputs.counts.sorted { $0.key < $1.key }.map { JSONMember($0.key, JSONText($0.value)) }
      ),
      "notDone": JSONText(
        inputs.missed.map { missed in
          var selector: JSONText = .null
          if case .tap(let text) = missed.input.kind { selector = JSONText(text) }
          return [
            "kind": JSONText(missed.input.kind.name), "selector": selector,
            "time": JSONText(missed.input.time), "reason": JSONText(missed.reason),
          ]
        }
      ),
      "notDoneCount": JSONText(inputs.missedCount),
      "leftOut": JSONText(figures.leftOutActs),
    ]
  }
}
