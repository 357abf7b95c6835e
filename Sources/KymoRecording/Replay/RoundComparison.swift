public import KymoCore

/// The sink that compares the rounds of a replay with the first: whether the same inputs had the same outcomes.
///
/// Compared are command, source, status, stage, handler, error and reply of every step, in their order; not times,
/// numbers, or which request a reply answers, which go on from round to round.
public struct RoundComparison: OutcomeSink {
  private var first: (steps: UInt64, digest: UInt64) = (0, 0)
  private var current: (steps: UInt64, digest: UInt64) = (0, 0)
  private var round = 1
  private var nextStart = Int64.max
  private var period = Int64.max
  private var isOn = false
  /// The first round, from 1, whose outcomes are not those of the first; nil if all are the same so far.
  public private(set) var firstDifferent: Int?

  /// Compares nothing until the range begins.
  public init() {}

  /// Takes note of a moment of the replay.
  public mutating func pass(_ mark: ReplayMark) {
    switch mark {
    case .rangeBegins: isOn = true
    case .firstRoundEnded(let next, let period):
      first = current
      current = (0, 0)
      round = 2
      (nextStart, self.period) = (next + period, period)
    case .rangeEnded:
      if round > 1 { endRound() }
      isOn = false
    }
  }

  private mutating func endRound() {
    if current != first, firstDifferent == nil { firstDifferent = round }
    current = (0, 0)
    round += 1
    let (next, overflow) = nextStart.addingReportingOverflow(period)
    nextStart = overflow ? .max : next
  }

  /// Adds a step.
  public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    guard isOn else { return }
    if round > 1, event.timestamp >= nextStart { endRound() }
    let what =
      UInt64(event.command.rawValue) | UInt64(event.source.rawValue) << 16
      | UInt64(outcome.status.rawValue) << 24 | UInt64(outcome.stage.rawValue) << 32
      | UInt64(outcome.handler) << 40 | UInt64(outcome.replyKind.rawValue) << 48
    var content = UnsafeTraceHash.chain(what, UInt64(outcome.errorCode))
    switch outcome.replyKind {
    case .none: break
    case .text: content = UnsafeTraceHash.chain(content, UnsafeTraceHash.text(reply))
    default:
      content = UnsafeTraceHash.chain(content, outcome.reply.word0, outcome.reply.word1)
      content = UnsafeTraceHash.chain(content, outcome.reply.word2)
    }
    current.digest = UnsafeTraceHash.chain(current.digest, content)
    current.steps += 1
  }
}
