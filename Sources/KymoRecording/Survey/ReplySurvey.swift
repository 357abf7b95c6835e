import KymoCore
public import KymoHistogram

/// How long requests waited for their replies in recorded time, from the trace; memory is bounded.
public struct ReplySurvey {
  /// The replies to one command.
  public struct Command {
    /// The id in the trace.
    public let command: UInt16
    /// In ns; what is longer than an hour counts as out of range.
    public fileprivate(set) var times: Histogram
  }

  private struct Request {
    var sequence: UInt32
    var command: UInt16
    var time: UInt64
  }

  /// How many requests are remembered.
  private static let capacity = 65_536

  /// Those that were answered, in the order of the commands' ids.
  public private(set) var commands: [Command] = []
  private var requests: [Request?] = []

  /// Looks at a step of a trace.
  mutating func add(_ recorded: RecordedStep) {
    let (event, outcome) = (recorded.event, recorded.step.outcome)
    let time = UInt64(event.timestamp)
    if event.source == .bridge {
      if requests.isEmpty { requests = Array(repeating: nil, count: Self.capacity) }
      requests[Int(event.sequence) % Self.capacity] = Request(
        sequence: event.sequence,
        command: event.command.rawValue,
        time: time
      )
    }
    guard outcome.replyKind == .text, !requests.isEmpty,
      case .request(.bridge, let sequence) = outcome.reply.textReply.cause,
      let request = requests[Int(sequence) % Self.capacity], request.sequence == sequence,
      time >= request.time
    else { return }
    let place = commands.firstIndex { $0.command >= request.command } ?? commands.count
    if place == commands.count || commands[place].command != request.command {
      let times = Histogram(lowest: 1, highest: 3_600_000_000_000, significantDigits: 3)
      commands.insert(Command(command: request.command, times: times), at: place)
    }
    commands[place].times.record(Int64(clamping: time - request.time))
  }
}
