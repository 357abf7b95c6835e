import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// A recording that is made in an hour of virtual time.
@Suite("An hour of a recording") struct SessionHourTests {
  /// A sample a second, each of which is waited for.
  private struct Samples: EventSource {
    typealias Failure = Never

    let clock: VirtualClock
    let command: CommandID
    var count: Int64 = 0

    mutating func produce(into producer: inout EventQueue.Producer) -> SourceProgress {
      guard count < 3600 else { return .finished }
      let due = (count + 1) * 1_000_000_000
      guard clock.now >= due else { return .waiting(until: due) }
      var event = CountingApp.samples(at: [due])[0]
      event.command = command
      event.sequence = UInt32(count)
      producer.push(event)
      count += 1
      return .pushed
    }
  }

  @Test("A maker of recordings waits for its source, and a replay at the speed of life agrees")
  func hour() throws {
    let (sink, clock) = (MCAPMemorySink(), VirtualClock())
    let description = SessionDescription(origin: "a test")
    let app = try AppInstance(CountingApp.self)
    let command = app.routing.accelerometer
    var maker = try SessionMaker(sink, app, description)
    var source = Samples(clock: clock, command: command)
    let end = maker.play(&source, clock: clock)
    let result = try maker.finish()
    #expect(end == .finished && clock.now == 3_600_000_000_000)
    // Every third sample raises an event, and every second of these another one; the last one's cannot any more.
    #expect(result.counters == [.init(name: "samples", count: 3600)] && result.events > 4800)

    let wall = VirtualClock(startingAt: 5)
    var options = ReplayOptions()
    (options.speed, options.clock) = (.times(1), wall)
    let again = try AppInstance(CountingApp.self)
    let events = try SessionFile(MCAPMemorySource(sink.bytes)).events(again.routing)
    let replay = Replay.run(events, table: again.table, sink: NoSink(), options: options)
    let (digest, inputs) = (replay.digest.total, replay.inputCount)
    #expect(digest == result.digest && inputs == 3600)
    #expect(wall.now == 5 + 3_599_000_000_000)
  }
}
