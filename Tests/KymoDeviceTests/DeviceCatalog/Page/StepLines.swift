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
  private var replies = PayloadArena.empty

  init(names: [String]) { self.names = ["unknown"] + names }

  mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {
    self.replies = replies
  }

  mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    var line = "\(names[Int(event.command.rawValue)]) \(outcome.status)"
    if outcome.status != .completed, outcome.status != .unknownCommand {
      line += " \(outcome.stage)"
    }
    if outcome.errorCode != 0 { line += " \(outcome.errorCode)" }
    if outcome.replyKind == .text {
      let reply = outcome.reply.textReply
      line += " -> " + (replies.withMessage(reply.reference) { $0.text } ?? "no such text")
      if case .request(let sequence) = reply.cause { line += " for \(sequence)" }
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
