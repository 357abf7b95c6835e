import KymoCore
import KymoRecording
import KymoText

/// How steps, outcomes and replies are written for people.
enum StepText {
  /// An outcome in a few words: "completed, reply {x: 0.1, y: 0.2, z: 9.8}".
  static func outcome(
    _ outcome: Outcome,
    of app: any App.Type,
    reply: String? = nil
  ) -> String {
    var text = status(outcome, of: app)
    let values = outcome.reply.acceleration
    switch outcome.replyKind {
    case .none: break
    case .acceleration: text += ", reply {x: \(values.x), y: \(values.y), z: \(values.z)}"
    case .coordinates: text += ", reply [\(values.x), \(values.y), \(values.z)]"
    case .text:
      let words = outcome.reply.textReply
      text += ", reply " + (reply?.printable ?? "of \(words.length) bytes, hash \(words.hash)")
      if case .request(let source, let sequence) = words.cause {
        text += " to request \(sequence)"
        if source != .bridge { text += " of source \(source.rawValue)" }
      }
    default: text += ", reply of kind \(outcome.replyKind.rawValue)"
    }
    return text
  }

  /// How a request ended, and where.
  static func status(_ outcome: Outcome, of app: any App.Type) -> String {
    var text = outcome.status.name
    switch outcome.status {
    case .validationFailed, .exited:
      text += " in \(outcome.stage) handler \(outcome.handler)"
    case .failed:
      text +=
        " in \(outcome.stage) handler \(outcome.handler): \(app.name(ofError: outcome.errorCode))"
    case .malformed: text += ": " + app.name(ofError: outcome.errorCode)
    case .completed, .unknownCommand: break
    }
    return text
  }

  /// An event's place in the recording: "#12 accel at 1.230000000 s".
  static func place(_ step: Divergence.Step, index: UInt64, commands: [String]) -> String {
    let row = Int(step.event.command.rawValue) - 1
    let name = commands.indices.contains(row) ? commands[row] : OutcomeStatus.unknownCommand.name
    return "#\(index) \(name) (source \(step.event.source.rawValue), sequence "
      + "\(step.event.sequence)) at \(seconds(step.event.timestamp)) s"
  }

  /// Where a replay differs, by both counts: "input 500, step 503".
  static func numbers(_ divergence: Divergence) -> String {
    if divergence.isInput { return "input \(divergence.inputsBefore), step \(divergence.index)" }
    let inputs = divergence.inputsBefore
    let after = inputs == 0 ? "before any input" : "after input \(inputs - 1)"
    return "step \(divergence.index), which a handler raised \(after)"
  }

  /// Nanoseconds as seconds with all nine decimals.
  static func seconds(_ nanoseconds: Int64) -> String {
    let magnitude = nanoseconds.magnitude
    let fraction = String(magnitude % 1_000_000_000)
    return (nanoseconds < 0 ? "-" : "") + "\(magnitude / 1_000_000_000)."
      + String(repeating: "0", count: 9 - fraction.count) + fraction
  }
}
