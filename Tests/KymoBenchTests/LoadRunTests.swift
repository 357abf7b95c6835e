import KymoBench
import KymoBenchFixtures
import KymoCore
import Testing

// What is asserted here holds at any speed of the machine: order, counts, digests, never a latency.
@Suite("Load runs on threads", .serialized) struct LoadRunTests {
  func digest(_ cores: LoadCores, _ overflow: OverflowPolicy = .wait) throws -> UInt64 {
    var configuration = LoadConfiguration()
    configuration.cores = cores
    configuration.queueCapacity = 64
    configuration.leadNanoseconds = 1000
    configuration.warmUp = .events(500)
    let run = try LoadRun(
      LoadFixture.workload(300),
      plan: .poisson(rate: 1_000_000, seed: 1, length: .events(5000)),
      configuration: configuration
    )
    var log = LoadFixture.Log()
    let result = run.run(table: try LoadFixture.table(Handler()), sink: &log)
    #expect(log.timestamps.count == 5000)
    #expect(result.offered.count == 5000)
    #expect(result.overall.count == 4500)
    #expect(result.overall.response.count == 4500)
    #expect(result.offered.slip.count == 4500)
    #expect(!result.offered.isInterrupted)
    #expect(result.offered.drops.isEmpty)
    #expect(result.platform.timerFloorNanoseconds > 0)
    #expect(result.platform.cores == cores)
    #expect(result.platform.generatorIsPinned == (cores != .unpinned))
    #expect(result.platform.dispatcherIsPinned == (cores != .unpinned))
    return log.digest
  }

  @Test("Outcomes are the same on two cores, on one, on any, and in virtual time")
  func determinism() throws {
    let available = try #require(CoreAffinity.current())
    let first = try #require(available.cores.first)
    let expected = try digest(.unpinned)
    #expect(try digest(.automatic(among: available.cores)) == expected)
    #expect(try digest(.pinned(generator: first, dispatcher: first)) == expected)
    #expect(CoreAffinity.current() == available, "the calling thread is back where it was")

    let run = try LoadRun(
      LoadFixture.workload(300),
      plan: .poisson(rate: 1_000_000, seed: 1, length: .events(5000))
    )
    var log = LoadFixture.Log()
    let table = try LoadFixture.table(Handler())
    _ = run.simulate(table: table, sink: &log, clock: VirtualClock())
    #expect(log.digest == expected)
  }

  @Test("A stop ends a run that would take a day", arguments: [false, true])
  func stop(sharing: Bool) throws {
    var configuration = LoadConfiguration()
    if sharing, let core = CoreAffinity.current()?.cores.first {
      configuration.cores = .pinned(generator: core, dispatcher: core)
    }
    let run = try LoadRun(
      LoadFixture.workload(10),
      plan: .constant(rate: 1, length: .events(86_400)),
      configuration: configuration
    )
    var asked = 0
    let result = run.run(table: try LoadFixture.table(Handler())) {
      asked += 1
      return asked > 10
    }
    #expect(result.offered.isInterrupted)
    #expect(!result.valid)
    #expect(result.offered.count < 86_400)
    #expect(result.reasons.contains(.nothingMeasured))
  }

  @Test(
    "What a lossy queue loses and what is measured add up to the plan",
    arguments: [
      OverflowPolicy.dropNewest, .dropOldest,
    ]
  )
  func loss(policy: OverflowPolicy) throws {
    var configuration = LoadConfiguration()
    configuration.overflow = policy
    configuration.queueCapacity = 2
    configuration.warmUp = .events(0)
    let run = try LoadRun(
      LoadFixture.workload(300),
      plan: .constant(rate: 1e9, length: .events(20_000)),
      configuration: configuration
    )
    let result = run.run(table: try LoadFixture.table(Handler()))
    let lost = result.offered.drops.reduce(0) { $0 + $1.count }
    #expect(result.overall.count + Int64(lost) == 20_000)
  }

  @Test("Messages arrive with their own bytes, however often they are repeated")
  func messages() throws {
    let texts = ["a", "some longer text", "xyz"]
    var bytes: [UInt8] = []
    var events: [Event] = []
    for (index, text) in texts.enumerated() {
      var event = LoadFixture.event(index, at: Int64(index))
      event.kind = .message
      event.payload = Payload(
        PayloadReference(offset: UInt64(bytes.count), length: UInt32(text.utf8.count))
      )
      bytes += text.utf8
      events.append(event)
    }
    var map = CommandMap()
    map.business("accel", try MessageCheck(texts))
    var configuration = LoadConfiguration()
    configuration.arenaBytes = 1
    configuration.queueCapacity = 100
    configuration.warmUp = .events(0)
    let run = try LoadRun(
      Workload(events: events, messages: bytes),
      plan: .constant(rate: 1e6, length: .events(1000)),
      configuration: configuration
    )
    let result = run.run(table: try CommandTable(map))
    #expect(result.overall.statuses[.completed] == 1000)

    let clock = VirtualClock()
    map.view("accel", LoadFixture.Work(clock, cost: 10_000))
    let simulated = run.simulate(table: try CommandTable(map), clock: clock)
    #expect(simulated.overall.statuses[.completed] == 1000)
  }

  @Test("What cannot be run is refused, with a reason")
  func errors() throws {
    #expect(throws: WorkloadError.empty) { try Workload(events: []) }
    let events = [LoadFixture.event(0, at: 5), LoadFixture.event(1, at: 4)]
    #expect(throws: WorkloadError.unordered(index: 1)) { try Workload(events: events) }
    var message = LoadFixture.event(0, at: 0)
    message.kind = .message
    message.payload = Payload(PayloadReference(offset: .max, length: 2))
    #expect(throws: WorkloadError.messageOutside(index: 0)) {
      try Workload(events: [message], messages: [1, 2, 3])
    }
    let ends = [LoadFixture.event(0, at: .min), LoadFixture.event(1, at: .max)]
    #expect(throws: WorkloadError.timestamps) { try Workload(events: ends) }
    let late = try Workload(events: [LoadFixture.event(0, at: .max - 10)])
    let plan = try ArrivalPlan.constant(rate: 1, length: .events(11))
    #expect(throws: Never.self) { try LoadRun(late, plan: plan) }
    let longer = try ArrivalPlan.constant(rate: 1, length: .events(12))
    #expect(throws: LoadRunError.timestamps) { try LoadRun(late, plan: longer) }
    var configuration = LoadConfiguration()
    configuration.queueCapacity = 0
    #expect(throws: LoadRunError.queueCapacity(0)) {
      try LoadRun(late, plan: plan, configuration: configuration)
    }
  }

  @Test("The largest timestamp is sent like any other, if nothing is to come behind it")
  func lastMoment() throws {
    for first in [0, .max - 2, .max] as [Int64] {
      var events = (0..<5).map { LoadFixture.event($0, at: .max - Int64(4 - $0) / 3) }
      events.insert(LoadFixture.event(0, at: min(first, events[0].timestamp)), at: 0)
      for index in events.indices { events[index].sequence = UInt32(index) }
      let workload = try Workload(events: events)
      let once = try ArrivalPlan.recorded(workload.timestamps, rate: 1e6)
      var log = LoadFixture.Log()
      let run = try LoadRun(workload, plan: once)
      let clock = VirtualClock()
      let result = run.simulate(
        table: try LoadFixture.table(LoadFixture.Work(clock, cost: 1)),
        sink: &log,
        clock: clock
      )
      #expect(log.timestamps == events.map(\.timestamp) && result.offered.drops.isEmpty)
      let twice = try ArrivalPlan.constant(rate: 1, length: .events(7))
      #expect(throws: LoadRunError.timestamps) { try LoadRun(workload, plan: twice) }
    }
  }

  @Test("A plan that is as long as time itself can be simulated")
  func longestPlan() throws {
    let times = [0, 1, .max] as [Int64]
    let workload = try Workload(events: times.indices.map { LoadFixture.event($0, at: times[$0]) })
    let plan = try ArrivalPlan.recorded(workload.timestamps, speed: 1)
    #expect(plan.offsets == times)
    var log = LoadFixture.Log()
    let clock = VirtualClock()
    let result = try LoadRun(workload, plan: plan).simulate(
      table: try LoadFixture.table(LoadFixture.Work(clock, cost: 0)),
      sink: &log,
      clock: clock
    )
    #expect(log.timestamps == times && clock.now == .max)
    #expect(result.measured.timeline.nanoseconds == .max)
  }

  @Test("Cores are chosen from those that are there")
  func cores() {
    #expect(LoadCores.automatic(among: []) == .unpinned)
    #expect(LoadCores.automatic(among: [3]) == .pinned(generator: 3, dispatcher: 3))
    #expect(LoadCores.automatic(among: [0, 1, 5]) == .pinned(generator: 1, dispatcher: 5))
    #expect(CoreAffinity(core: 70).cores == [70])
  }
}
