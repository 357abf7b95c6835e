import KymoCore
import KymoHistogram
import KymoRecording
import KymoMCAP

/// How long requests waited for their replies in recorded time, from the trace; memory is bounded.
struct ReplySurvey {
  /// The replies to one command.
  struct Command {
    var command: UInt16
    /// In ns; what is longer than an hour counts as out of range.
    var times: Histogram
  }

  private struct Request {
    var sequence: UInt32
    var command: UInt16
    var time: UInt64
  }

  /// How many requests are remembered.
  private static let capacity = 65_536

  /// Those that were answered, in the order of the commands' ids.
  private(set) var commands: [Command] = []
  private var requests: [Request?] = []

  /// Looks at a step of a trace, of which the data has at least 40 bytes.
  mutating func add(_ message: MCAPMessageView, _ data: RawSpan) {
    if data.load(at: 26, as: UInt8.self) == SourceID.bridge.rawValue {
      if requests.isEmpty { requests = Array(repeating: nil, count: Self.capacity) }
      let sequence: UInt32 = data.load(at: 20)
      requests[Int(sequence) % Self.capacity] = Request(
        sequence: sequence,
        command: data.load(at: 24),
        time: message.logTime
      )
    }
    guard data.load(at: 32, as: UInt8.self) == ReplyKind.text.rawValue,
      message.dataLength >= 64, !requests.isEmpty
    else { return }
    let cause: UInt64 = data.load(at: 56)
    guard cause >> 32 == 1,
      let request = requests[Int(UInt32(truncatingIfNeeded: cause)) % Self.capacity],
      request.sequence == UInt32(truncatingIfNeeded: cause), message.logTime >= request.time
    else { return }
    let place = commands.firstIndex { $0.command >= request.command } ?? commands.count
    if place == commands.count || commands[place].command != request.command {
      let times = Histogram(lowest: 1, highest: 3_600_000_000_000, significantDigits: 3)
      commands.insert(Command(command: request.command, times: times), at: place)
    }
    commands[place].times.record(Int64(clamping: message.logTime - request.time))
  }
}
