import KymoCore
import Testing

@testable import KymoProfile

/// A timed run through an hour of virtual time.
@Suite("An hour of a profile") struct ProfiledHourTests {
  /// A sample a second, each of which is waited for.
  private struct Samples: EventSource {
    typealias Failure = Never

    let clock: VirtualClock
    var count = 0

    mutating func produce(into producer: inout EventQueue.Producer) -> SourceProgress {
      guard count < 3600 else { return .finished }
      let due = Int64(count + 1) * 1_000_000_000
      guard clock.now >= due else { return .waiting(until: due) }
      producer.push(
        Event(
          timestamp: due,
          sequence: UInt32(count),
          command: CommandID(rawValue: 1),
          source: .accelerometer,
          kind: .acceleration,
          payload: Payload(Acceleration(x: Double(count), y: 0, z: 9.81))
        )
      )
      count += 1
      return .pushed
    }
  }

  private final class Sum {
    var count = 0
    var last: Int64 = 0
  }

  @Test("Every event of an hour is timed, and every round is a look") func hour() throws {
    let (watch, sum, clock) = (StageWatch(), Sum(), VirtualClock())
    watch.timeAll(expected: 3600)
    var map = CommandMap()
    map.view("a") { exchange in
      sum.count += 1
      sum.last = exchange.event.timestamp
      return .proceed
    }
    try watch.watch(&map)
    var pipeline = Pipeline(table: try CommandTable(map), sink: WatchedSink(NoSink(), watch))
    let producer = pipeline.addLane(minimumCapacity: 4)
    var driver = WatchedDriver(
      SourceDriver(Samples(clock: clock), into: producer, clock: clock),
      watch
    )
    driver.begin()
    var rounds = 0
    while pipeline.round(&driver) == nil { rounds += 1 }
    driver.end()
    pipeline.finish()
    #expect(sum.count == 3600 && sum.last == 3_600_000_000_000 && clock.now == sum.last)
    #expect(rounds > 2 * 3600, "a round without work goes before each event")
    var profile = Profile(name: "an hour", exporter: "tests")
    profile.add(watch) { _ in "a" }
    let views = profile.stages.filter { $0.stage == "view" && $0.handler == nil }
    #expect(views.reduce(0) { $0 + $1.count } == 3600)
    #expect(watch.log.measuredTicks + watch.log.ownTicks == watch.log.runTicks)
  }
}
