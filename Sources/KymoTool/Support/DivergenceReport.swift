import KymoCommandLine
import KymoCore
import KymoRecording
import KymoText

/// How differences between two runs are reported.
struct DivergenceReport {
  /// The app whose errors the outcomes have.
  let app: any App.Type
  /// The names of the commands of the run, in the order of their ids.
  let commands: [String]
  /// Those of what it is compared with.
  let recordedCommands: [String]

  /// A field for programs.
  static func json(_ difference: FieldDifference) -> JSONText {
    [
      "field": JSONText(difference.path), "count": JSONText(difference.count),
      "largest": difference.largest.map { $0.isFinite ? JSONText($0) : "infinity" } ?? .null,
      "steps": difference.steps.map {
        ["first": JSONText($0.lowerBound), "end": JSONText($0.upperBound)]
      } ?? .null,
      "channels": JSONText(difference.topics.map { JSONText($0) }),
    ]
  }

  /// In which fields they differ, for people.
  static func print(_ fields: [FieldDifference], to console: inout Console) {
    let shown = 20
    for field in fields.prefix(shown) {
      var text = "  \(field.path): \(NumberText.grouped(Int(clamping: field.count))) differ"
      if field.count == 1 { text += "s" }
      if let largest = field.largest { text += ", largest |Δ| \(largest)" }
      if let steps = field.steps { text += ", over \(Self.text(steps))" }
      console.print(text)
    }
    if fields.count > shown {
      console.print("  and \(fields.count - shown) fields more, which --format json lists")
    }
  }

  /// Steps in words, numbered from 0.
  static func text(_ steps: Range<UInt64>) -> String {
    steps.count == 1
      ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(max(steps.upperBound, 1) - 1)"
  }

  /// The first step that differs, for people.
  func print(_ divergence: Divergence, to console: inout Console) {
    let field = divergence.field.map { ", in \($0)" } ?? ""
    console.print("first difference at \(StepText.numbers(divergence))\(field)")
    for (offset, step) in divergence.before.enumerated() {
      let index = divergence.index - UInt64(divergence.before.count - offset)
      console.print(
        "  before    \(StepText.place(step, index: index, commands: commands)): "
          + StepText.outcome(step.step.outcome, of: app, reply: step.reply)
      )
    }
    let sides = [
      ("expected", divergence.expected, recordedCommands),
      ("actual  ", divergence.actual, commands),
    ]
    for (label, step, names) in sides {
      guard let step else {
        console.print("  \(label)  nothing: it ends here")
        continue
      }
      console.print(
        "  \(label)  \(StepText.place(step, index: divergence.index, commands: names)): "
          + StepText.outcome(step.step.outcome, of: app, reply: step.reply)
          + (step.step.digest == 0 ? "" : "  [digest \(TraceDigest.text(step.step.digest))]")
      )
    }
    if let expected = divergence.expected, let actual = divergence.actual,
      StepText.outcome(expected.step.outcome, of: app)
        == StepText.outcome(actual.step.outcome, of: app)
    {
      console.print("  the outcomes agree: what differs is the event itself, or a step before it")
    }
  }

  /// A divergence for programs: index, command, and both steps.
  func json(_ divergence: Divergence) -> JSONText {
    func name(_ step: Divergence.Step, _ names: [String]) -> JSONText {
      let row = Int(step.event.command.rawValue) - 1
      return JSONText(names.indices.contains(row) ? names[row] : OutcomeStatus.unknownCommand.name)
    }
    func side(_ step: Divergence.Step?, _ names: [String]) -> JSONText {
      guard let step else { return .null }
      return [
        "timestamp": JSONText(step.event.timestamp),
        "source": JSONText(Int(step.event.source.rawValue)),
        "sequence": JSONText(Int(step.event.sequence)),
        "command": name(step, names),
        "outcome": JSONText(StepText.outcome(step.step.outcome, of: app, reply: step.reply)),
        "digest": step.step.digest == 0 ? .null : JSONText(TraceDigest.text(step.step.digest)),
      ]
    }
    let command =
      divergence.actual.map { name($0, commands) }
      ?? divergence.expected.map { name($0, recordedCommands) }
      ?? JSONText(OutcomeStatus.unknownCommand.name)
    return [
      "index": JSONText(divergence.index),
      "step": JSONText(divergence.index),
      "field": divergence.field.map { JSONText($0) } ?? .null,
      "input": divergence.isInput ? JSONText(divergence.inputsBefore) : .null,
      "inputsBefore": JSONText(divergence.inputsBefore),
      "command": command,
      "expected": side(divergence.expected, recordedCommands),
      "actual": side(divergence.actual, commands),
    ]
  }
}
