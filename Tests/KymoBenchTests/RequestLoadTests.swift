import KymoBench
import KymoBenchFixtures
import KymoCore
import KymoHistogram
import Testing

/// Load with requests: the time to the response, and the time to the reply, which may come later.
@Suite("Load runs with requests") struct RequestLoadTests {
  static let millisecond: Int64 = 1_000_000

  /// A simulated run of a workload once, at its recorded times, each handler taking `cost` ns.
  func simulate(
    _ inputs: [(command: String, milliseconds: Int64)],
    cost: Int64 = 1000,
    events: Int? = nil,
    _ configure: (inout LoadConfiguration) -> Void = { _ in }
  ) throws -> LoadResult {
    let workload = try PageFixture.workload(inputs)
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    configure(&configuration)
    let run = try LoadRun(
      workload,
      plan: .recorded(workload.timestamps, speed: 1, length: .events(events ?? inputs.count)),
      configuration: configuration
    )
    let clock = VirtualClock(startingAt: 123)
    return run.simulate(table: try PageFixture.table(clock, cost: cost), clock: clock)
  }

  func row(_ result: LoadResult, _ name: String) throws -> CommandReport {
    try #require(result.commands.first { $0.name == name })
  }

  /// The times in a histogram, as buckets of ours.
  func buckets(_ histogram: Histogram) -> [Int64] {
    histogram.recordedBuckets.flatMap { Array(repeating: $0.highest, count: Int($0.count)) }
  }

  func expected(_ result: LoadResult, _ times: [Int64]) -> [Int64] {
    times.map { result.offered.slipHistogram.layout.highestEquivalent(of: $0) }.sorted()
  }

  @Test("A reply counts from when its request was due, whatever event brings it")
  func laterReply() throws {
    // Asked at 10 ms, found at 25 ms; asked at 30 and at 40 ms, found at 50 ms.
    let result = try simulate([
      ("none", 0), ("ask", 10), ("fix", 25), ("ask", 30), ("ask", 40), ("fix", 50), ("fix", 60),
    ])
    #expect(result.valid, "\(result.reasons)")
    let ask = try row(result, "ask")
    #expect(ask.count == 3 && ask.statuses[.exited] == 3)
    #expect(buckets(ask.responseHistogram) == expected(result, [1000, 1000, 1000]))
    // The one that joined another is not answered itself.
    #expect(ask.reply.count == 2)
    #expect(
      buckets(ask.replyHistogram)
        == expected(result, [15 * Self.millisecond + 1000, 20 * Self.millisecond + 1000])
    )
    let fix = try row(result, "fix")
    #expect(fix.reply.count == 0 && fix.response.count == 3)
    #expect(result.overall.reply.count == 2)
    #expect(result.commands.map(\.name) == ["unknown command", "ask", "fix", "later"])
  }

  @Test("A request that answers itself has its reply when it is done")
  func ownReply() throws {
    let result = try simulate([("tell", 0), ("say", 5), ("tell", 10)], cost: 2000)
    let tell = try row(result, "tell")
    #expect(buckets(tell.replyHistogram) == expected(result, [2000, 2000]))
    #expect(buckets(tell.replyHistogram) == buckets(tell.responseHistogram))
    // Nobody waits for what was not asked for.
    #expect(try row(result, "say").reply.count == 0)
    #expect(result.overall.reply.count == 2)
  }

  @Test("A raised event has a row of its own, and brings the reply to its request")
  func raised() throws {
    // It is due at 3 ms and comes with the next input, at 4 ms.
    let result = try simulate([("wait", 0), ("none", 1), ("none", 4), ("wait", 6), ("none", 20)])
    let later = try row(result, "later")
    #expect(later.count == 2 && later.statuses[.completed] == 2)
    // From when the input was due that let it come due, to its own end.
    #expect(buckets(later.responseHistogram) == expected(result, [1000, 1000]))
    #expect(later.reply.count == 0)
    let wait = try row(result, "wait")
    #expect(wait.statuses[.exited] == 2)
    #expect(
      buckets(wait.replyHistogram)
        == expected(result, [4 * Self.millisecond + 1000, 14 * Self.millisecond + 1000])
    )
    // They are not of the plan.
    #expect(result.offered.count == 5 && result.overall.count == 7)
    #expect(result.valid, "\(result.reasons)")
  }

  @Test("What still waits at the end is dispatched and measured")
  func end() throws {
    let result = try simulate([("none", 0), ("wait", 10)])
    #expect(try row(result, "later").count == 1)
    #expect(
      buckets(try row(result, "wait").replyHistogram) == expected(result, [2000])
    )
  }

  @Test("Row for row of commands that can be raised, also if they never are")
  func neverRaised() throws {
    let result = try simulate([("none", 0), ("tell", 1)])
    #expect(result.commands.map(\.name) == ["unknown command", "later", "tell"])
    #expect(try row(result, "later").count == 0)
  }

  @Test("Repetitions have causes of their own: no reply is taken for that of another request")
  func repetitions() throws {
    // In every repetition of 40 ms one is asked and answered 20 ms later, another is answered at once.
    let inputs: [(String, Int64)] = [("ask", 0), ("tell", 10), ("fix", 20), ("none", 30)]
    let result = try simulate(inputs, events: 400)
    let ask = try row(result, "ask")
    #expect(ask.reply.count == 100 && ask.response.count == 100)
    #expect(
      Set(buckets(ask.replyHistogram)) == Set(expected(result, [20 * Self.millisecond + 1000]))
    )
    #expect(Set(buckets(try row(result, "tell").replyHistogram)) == Set(expected(result, [1000])))
  }

  @Test("A repetition that answers the request of the one before it times that")
  func acrossRepetitions() throws {
    // The fix comes first: it answers what the repetition before it asked.
    let inputs: [(String, Int64)] = [("fix", 0), ("ask", 10), ("none", 30)]
    let result = try simulate(inputs, events: 30)
    let ask = try row(result, "ask")
    #expect(ask.response.count == 10 && ask.reply.count == 9)
    #expect(
      Set(buckets(ask.replyHistogram)) == Set(expected(result, [35 * Self.millisecond + 1000]))
    )
  }

  @Test("Requests of the warm-up are answered, and not measured")
  func warmUp() throws {
    let inputs: [(String, Int64)] = [("ask", 0), ("tell", 10), ("fix", 20), ("none", 30)]
    for warm in 0...5 {
      let result = try simulate(inputs, events: 40) { $0.warmUp = .events(warm) }
      // The request itself must have been measured, and not what brings its reply.
      let asked = (0..<40).count { $0 % 4 == 0 && $0 >= warm }
      let told = (0..<40).count { $0 % 4 == 1 && $0 >= warm }
      #expect(try row(result, "ask").reply.count == Int64(asked), "\(warm)")
      #expect(try row(result, "tell").reply.count == Int64(told), "\(warm)")
    }
  }

  @Test("Where requests are lost the others keep their own, and the lost are not answered")
  func lossy() throws {
    for policy in [OverflowPolicy.dropNewest, .dropOldest] {
      let inputs: [(String, Int64)] = [("tell", 0), ("tell", 1), ("tell", 2), ("tell", 3)]
      let result = try simulate(inputs, cost: 2_500_000, events: 400) {
        $0.queueCapacity = 4
        $0.overflow = policy
        $0.warmUp = .events(100)
      }
      let tell = try row(result, "tell")
      let lost = result.offered.drops.reduce(0) { $0 + $1.count }
      #expect(lost > 0 && tell.reply.count == tell.response.count, "\(policy)")
      #expect(buckets(tell.replyHistogram) == buckets(tell.responseHistogram), "\(policy)")
    }
  }

  @Test("A fix is as old in every repetition as it was recorded")
  func fixTimes() throws {
    struct Ages: OutcomeSink {
      var ages: [Int64] = []
      var times: [Int64] = []
      mutating func record(
        _ event: borrowing Event,
        _ outcome: borrowing Outcome,
        digest: UInt64,
        message: RawSpan,
        reply: RawSpan
      ) {
        guard event.kind == .location else { return }
        times.append(event.timestamp)
        ages.append(event.timestamp - event.payload.location.fixTimestamp)
      }
    }
    var events: [Event] = []
    for (index, age) in [0, 7_000_000_000, -3, 100].enumerated() as EnumeratedSequence<[Int64]> {
      var event = LoadFixture.event(index, at: Int64(index) * 1_000_000)
      event.source = .location
      event.kind = .location
      event.payload = Payload(
        Location(latitude: 1, longitude: 2, fixTimestamp: event.timestamp - age)
      )
      events.append(event)
    }
    let run = try LoadRun(
      Workload(events: events),
      plan: .constant(rate: 1e6, length: .events(41))
    )
    var ages = Ages()
    let table = try LoadFixture.table(Handler())
    _ = run.simulate(table: table, sink: &ages, clock: VirtualClock())
    #expect(ages.ages == (0..<41).map { [0, 7_000_000_000, -3, 100][$0 % 4] })
    #expect(ages.times == (0..<41).map { Int64($0) * 1_000_000 })
  }

  @Test("More requests than are kept in mind: the earliest is not timed, and nothing else suffers")
  func tooManyPending() throws {
    var inputs: [(String, Int64)] = [("ask", 0)]
    for index in 1...4096 as ClosedRange<Int64> { inputs.append(("tell", index)) }
    inputs.append(("fix", 5000))
    let late = try simulate(inputs)
    #expect(try row(late, "ask").reply.count == 0)
    #expect(try row(late, "tell").reply.count == 4096)
    inputs.remove(at: 1)
    let inTime = try simulate(inputs)
    #expect(try row(inTime, "ask").reply.count == 1)
  }

  @Test("Threads give the replies that virtual time gives", arguments: [0, 7])
  func threads(_ warmUp: Int) throws {
    let inputs: [(command: String, milliseconds: Int64)] = [
      ("ask", 0), ("tell", 1), ("wait", 2), ("fix", 3), ("say", 4), ("none", 8), ("wait", 9),
    ]
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(warmUp)
    configuration.queueCapacity = 16
    configuration.arenaBytes = 1
    configuration.leadNanoseconds = 1000
    let run = try LoadRun(
      PageFixture.workload(inputs),
      plan: .constant(rate: 1e6, length: .events(7 * 200)),
      configuration: configuration
    )
    var simulated = LoadFixture.Log()
    let clock = VirtualClock()
    let expected = run.simulate(
      table: try PageFixture.table(clock, cost: 0),
      sink: &simulated,
      clock: clock
    )
    var log = LoadFixture.Log()
    let found = run.run(table: try PageFixture.table(VirtualClock(), cost: 0), sink: &log)
    #expect(log.digest == simulated.digest && log.timestamps == simulated.timestamps)
    #expect(log.timestamps.count == 7 * 200 + 400, "two events are raised in every repetition")
    #expect(!found.offered.isInterrupted && found.offered.drops.isEmpty)
    #expect(found.commands.map(\.name) == expected.commands.map(\.name))
    #expect(found.commands.map(\.count) == expected.commands.map(\.count))
    #expect(found.commands.map(\.reply.count) == expected.commands.map(\.reply.count))
    #expect(found.overall.reply.outOfRangeCount == 0)
    let replies = try row(found, "ask").reply.count
    #expect(replies == (warmUp == 0 ? 200 : 199))
  }

  @Test("A stop with an empty queue dispatches nothing that is still to come")
  func stop() throws {
    let workload = try PageFixture.workload([("wait", 0), ("none", 60_000)])
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    let run = try LoadRun(
      workload,
      plan: .recorded(workload.timestamps, speed: 1),
      configuration: configuration
    )
    for onThreads in [false, true] {
      // The handler says when the first event was there.
      final class Flag { var isSet = false }
      let flag = Flag()
      var map = CommandMap()
      map.decoder = PageFixture.Letters()
      let later = map.raise("later")
      map.view("later", Handler())
      map.view("wait") { (exchange) throws(HandlerError) in
        flag.isSet = true
        try exchange.raise(later, at: exchange.event.timestamp + 1)
        return .proceed
      }
      var events = workload.events
      events[0].command = CommandID(rawValue: 2)
      let run = try LoadRun(
        Workload(events: events, messages: workload.messages),
        plan: run.plan,
        configuration: configuration
      )
      let table = try CommandTable(map)
      var log = LoadFixture.Log()
      let result =
        onThreads
        ? run.run(table: table, sink: &log) { flag.isSet }
        : run.simulate(table: table, sink: &log, clock: VirtualClock()) { flag.isSet }
      #expect(result.offered.isInterrupted && result.offered.count == 1, "on threads: \(onThreads)")
      #expect(result.overall.response.outOfRangeCount == 0)
      #expect(log.timestamps == [0], "on threads: \(onThreads)")
    }
  }
}
