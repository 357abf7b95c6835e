import KymoCore

/// The outcomes of a trace by command, and how long requests waited for their replies.
struct TraceSurvey {
  /// How often each status occurs: one row of them for each command, by its id.
  private var counts: [UInt64] = []
  /// How long requests waited for their replies.
  private(set) var replies = ReplySurvey()

  private static let statusCount = OutcomeStatus.allCases.count

  /// Whether there was no step.
  var isEmpty: Bool { counts.isEmpty }

  /// Counts a message; one that is no step is left to the strict reading of a replay.
  @inline(__always)
  mutating func add(_ data: RawSpan, at time: UInt64, _ layout: TraceStepLayout) {
    let head: TraceStepHead
    do throws(TraceStepHead.Problem) { head = try TraceStepHead(data, layout) } catch { return }
    guard time <= UInt64(Int64.max) else { return }
    let place = Int(head.command.rawValue) * Self.statusCount + Int(head.status.rawValue)
    if place >= counts.count { makeRoom(for: head.command) }
    counts[place] += 1
    guard head.source == .bridge || head.replyKind == .text else { return }
    if let step = RecordedStep(data, at: time, layout: layout) { replies.add(step) }
  }

  private mutating func makeRoom(for command: CommandID) {
    let rows = Int(command.rawValue) + 1
    counts += repeatElement(0, count: rows * Self.statusCount - counts.count)
  }

  /// The commands with steps, by their ids, and how often each status occurs.
  var commands: [(id: UInt16, counts: [UInt64])] {
    (0..<counts.count / Self.statusCount).compactMap { row in
      let found = Array(counts[row * Self.statusCount..<(row + 1) * Self.statusCount])
      return found.allSatisfy { $0 == 0 } ? nil : (UInt16(row), found)
    }
  }
}
