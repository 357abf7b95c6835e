package import KymoBench
package import KymoCore

/// A table, events and handlers for load runs.
package enum LoadFixture {
  /// A handler that takes virtual time: `cost` ns, but `stall` ns for one event.
  package final class Work: Handler {
    let clock: VirtualClock
    let cost: Int64
    let stalled: Int
    let stall: Int64
    var seen = 0

    package init(_ clock: VirtualClock, cost: Int64, stalled: Int = -1, stall: Int64 = 0) {
      self.clock = clock
      self.cost = cost
      self.stalled = stalled
      self.stall = stall
    }

    package override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      clock.wait(until: clock.now + (seen == stalled ? stall : cost))
      seen += 1
      return .proceed
    }
  }

  /// A sink that keeps what it is told; noncopyable, as a caller's may be.
  package struct Log: OutcomeSink, ~Copyable {
    package var timestamps: [Int64] = []
    package var digest: UInt64 = 14_695_981_039_346_656_037

    package init() {}

    package mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      timestamps.append(event.timestamp)
      for word in [
        UInt64(bitPattern: event.timestamp), UInt64(event.sequence), outcome.index,
        UInt64(outcome.status.rawValue), outcome.reply.word0,
      ] {
        self.digest = (self.digest ^ word) &* 1_099_511_628_211
      }
    }
  }

  package static func event(_ index: Int, at timestamp: Int64, command: UInt16 = 1) -> Event {
    Event(
      timestamp: timestamp,
      sequence: UInt32(index),
      command: CommandID(rawValue: command),
      source: .accelerometer,
      kind: .acceleration,
      payload: Payload(Acceleration(x: Double(index), y: 0, z: 9.81))
    )
  }

  /// `count` events of one command, 10 ms apart.
  package static func workload(_ count: Int) throws -> Workload {
    try Workload(events: (0..<count).map { event($0, at: Int64($0) * 10_000_000) })
  }

  /// A table of the one command `accel`.
  package static func table(_ handler: Handler) throws -> CommandTable {
    var map = CommandMap()
    map.business("accel", handler)
    return try CommandTable(map)
  }

  /// A simulated run of `count` events 1 ms apart, and the log of its sink.
  package static func simulate(
    count: Int,
    cost: Int64,
    stalled: Int = -1,
    stall: Int64 = 0,
    _ configure: (inout LoadConfiguration) -> Void
  ) throws -> LoadResult {
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    configure(&configuration)
    let clock = VirtualClock(startingAt: 77)
    let run = try LoadRun(
      workload(100),
      plan: .constant(rate: 1000, length: .events(count)),
      configuration: configuration
    )
    let work = Work(clock, cost: cost, stalled: stalled, stall: stall)
    return run.simulate(table: try table(work), clock: clock)
  }
}
