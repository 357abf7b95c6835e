import KymoCore

/// The sink that writes every step down as a line.
///
/// `play failed validate 261`, or with a reply `sendloc completed -> showLoc([1,2,3]) for 0`, where 0 is the
/// number of the request that caused it.
struct StepLines: OutcomeSink {
  /// The names of the commands, by their ids; 0 is the unknown.
  let names: [String]
  private(set) var lines: [String] = []
  private(set) var times: [Int64] = []

  init(names: [String]) { self.names = ["unknown"] + names }

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    var line = "\(names[Int(event.command.rawValue)]) \(outcome.status)"
    if outcome.status != .completed, outcome.status != .unknownCommand {
      line += " \(outcome.stage)"
    }
    if outcome.errorCode != 0 { line += " \(outcome.errorCode)" }
    if outcome.replyKind == .text {
      line += " -> " + reply.text
      if case .request(let source, let sequence) = outcome.reply.textReply.cause {
        line += " for \(sequence)"
        if source != .bridge { line += " of \(source.rawValue)" }
      }
    } else if outcome.replyKind != .none {
      line += " -> a reply that is no text"
    }
    lines.append(line)
    times.append(event.timestamp)
  }

  /// Takes the lines out.
  mutating func take() -> [String] {
    defer {
      lines = []
      times = []
    }
    return lines
  }
}
