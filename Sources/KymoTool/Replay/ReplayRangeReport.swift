import KymoCommandLine
import KymoRecording
import KymoText

/// Which part of a session was replayed, for the report.
struct ReplayRangeReport {
  private let range: ReplayedRange
  private let scope: ReplayScope
  private let firstDifferent: Int?

  /// Takes what was replayed, and the first round whose outcomes are not those of the first.
  init(_ range: ReplayedRange, _ scope: ReplayScope, _ firstDifferent: Int?) {
    self.range = range
    self.scope = scope
    self.firstDifferent = firstDifferent
  }

  /// How many steps the range has.
  var steps: UInt64 { range.steps }

  /// The range for programs.
  var json: JSONText {
    [
      "firstInput": JSONText(range.firstInput),
      "firstTime": JSONText(range.firstTime),
      "inputs": JSONText(range.inputs),
      "warmStart": JSONText(scope.isWarm),
      "warmInputs": JSONText(range.warmInputs),
      "warmEvents": JSONText(range.warmSteps),
      "sessionGoesOn": JSONText(range.isCut),
      "rounds": JSONText(range.rounds),
      "periodNanoseconds": range.period.map { JSONText($0) } ?? .null,
      "firstDifferentRound": firstDifferent.map { JSONText($0) } ?? .null,
    ]
  }

  /// The range for people.
  func print(to console: inout Console) {
    let place = "input \(range.firstInput) at \(StepText.seconds(range.firstTime)) s"
    var text = "range     \(range.inputs) inputs, from \(place) on"
    if scope.isWarm {
      text += "; \(range.warmSteps) events before it gave the app its state"
    } else if scope.start != nil {
      text += ", through an app that starts fresh there"
    }
    console.print(text)
    guard scope.rounds > 1, let period = range.period else { return }
    let start =
      "rounds    \(range.rounds), one every \(StepText.seconds(period)) s, the app keeps its state"
    if let firstDifferent {
      console.print(
        start + "; round \(firstDifferent) is the first with other outcomes than round 1"
      )
    } else {
      console.print(start + "; all have the outcomes of round 1")
    }
  }
}
