import KymoBridge
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoText

/// A step of `kymo debug`, with all that came of it.
struct StepReport {
  private let step: ReplayedStep
  private let app: any App.Type
  private let names: [String]
  private let topic: String?

  /// Describes a step.
  init(_ step: ReplayedStep, _ replay: SteppedReplay) {
    self.step = step
    app = replay.type
    names = replay.commands
    topic = replay.channels?.row(step.event.source)?.channel.topic
  }

  private func name(_ event: Event) -> String {
    let row = Int(event.command.rawValue) - 1
    return names.indices.contains(row) ? names[row] : OutcomeStatus.unknownCommand.name
  }

  /// The step in a line.
  var line: String {
    let event = step.event
    return "#\(step.outcome.index) \(name(event)) (source \(event.source.rawValue), sequence "
      + "\(event.sequence)) at \(StepText.seconds(event.timestamp)) s: "
      + StepText.outcome(step.outcome, of: app, reply: step.reply)
  }

  /// The step for people.
  func print(to console: inout Console) {
    let place = step.input.map { "input \($0)" } ?? "raised by a handler"
    console.printHeading(
      "#\(step.outcome.index) \(name(step.event)) at \(StepText.seconds(step.event.timestamp)) s, \(place)"
    )
    let source = topic.map { ", \($0)" } ?? ""
    console.print(
      "  event     source \(step.event.source.rawValue)\(source), sequence \(step.event.sequence)"
    )
    if let payload { console.print("  payload   \(payload)") }
    if let message = step.message { console.print("  message   \(message.printable)") }
    let parameters = step.parameters.filter { $0 != .controller }
    if !parameters.isEmpty {
      console.print("  decoded   " + parameters.map(\.text).joined(separator: " and ").printable)
    }
    for turn in step.turns {
      var text = "\(turn.handler): \(answer(turn))"
      if !turn.results.isEmpty {
        text += ", result " + turn.results.map(\.text).joined(separator: " and ")
      }
      let stage = "\(turn.stage)"
      console.print(
        "  " + stage + String(repeating: " ", count: max(1, 10 - stage.count)) + text.printable
      )
    }
    for event in step.raised {
      console.print("  raised    \(name(event)) for \(StepText.seconds(event.timestamp)) s")
    }
    console.print("  outcome   \(StepText.outcome(step.outcome, of: app, reply: step.reply))")
    console.print("  waiting   \(step.waitingCount) raised events")
    console.print("  digest    \(TraceDigest.text(step.digest))")
  }

  private func answer(_ turn: CallTurn) -> String {
    if let error = turn.error { return "error: \(app.name(ofError: error.code))" }
    return turn.verdict.map { "\($0)" } ?? ""
  }

  /// The payload of an event that carries no text, for people; nil of another.
  private var payload: String? {
    switch step.event.kind {
    case .acceleration:
      let value = step.event.payload.acceleration
      return "{x: \(value.x), y: \(value.y), z: \(value.z)}"
    case .location:
      let fix = step.event.payload.location
      return
        "[\(fix.latitude), \(fix.longitude), \(fix.altitude)], of \(StepText.seconds(fix.fixTimestamp)) s"
    default: return step.dataBytes.map { "\($0) bytes" }
    }
  }

  /// The step for programs.
  var json: JSONText {
    [
      "schema": "kymograph.debug/1",
      "app": JSONText(app.name),
      "step": JSONText(step.outcome.index),
      "input": step.input.map { JSONText($0) } ?? .null,
      "timestamp": JSONText(step.event.timestamp),
      "source": JSONText(Int(step.event.source.rawValue)),
      "sequence": JSONText(Int(step.event.sequence)),
      "command": JSONText(name(step.event)),
      "message": JSONText(step.message),
      "parameters": JSONText(step.parameters.filter { $0 != .controller }.map(\.json)),
      "stages": JSONText(
        step.turns.map {
          [
            "stage": JSONText("\($0.stage)"), "handler": JSONText($0.handler),
            "answer": JSONText(answer($0)),
            "results": JSONText($0.results.map { JSONText($0.text) }),
          ]
        }
      ),
      "raised": JSONText(
        step.raised.map {
          ["command": JSONText(name($0)), "timestamp": JSONText($0.timestamp)]
        }
      ),
      "waiting": JSONText(step.waitingCount),
      "status": JSONText("\(step.outcome.status)"),
      "error": step.outcome.errorCode == 0
        ? .null : JSONText(app.name(ofError: step.outcome.errorCode)),
      "outcome": JSONText(StepText.outcome(step.outcome, of: app, reply: step.reply)),
      "reply": JSONText(step.reply),
      "digest": JSONText(TraceDigest.text(step.digest)),
    ]
  }
}
