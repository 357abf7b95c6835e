import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// Recordings as every command and every program makes them.
@Suite("The maker of recordings") struct SessionMakerTests {
  private let description = SessionDescription(origin: "a test", seed: 7)

  /// What is in a recording.
  private func file(_ sink: MCAPMemorySink) throws -> SessionFile {
    try SessionFile(MCAPMemorySource(sink.bytes))
  }

  private func verifies(_ sink: MCAPMemorySink) throws -> Bool {
    let verification = try file(sink).verify(through: AppInstance(CountingApp.self))
    return verification.holds
  }

  /// A sink that counts.
  private struct Tally: OutcomeSink {
    var count: UInt64 = 0
    var last: UInt64 = 0

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      count += 1
      last = digest
    }
  }

  @Test("carries its own trace, digest and counters") func whole() throws {
    let sink = MCAPMemorySink()
    var maker = try SessionMaker(sink, AppInstance(CountingApp.self), description)
    for event in CountingApp.samples(at: [1, 2, 3, 100, 200, 300]) { maker.append(event) }
    let counts = [maker.count(of: .accelerometer), maker.count(of: .location)]
    #expect(counts == [6, 0])
    let result = try maker.finish(losses: [.init(place: "here", count: 2)])
    // Six samples; what the third raised raised another, what the last raised could not.
    #expect(result.events == 9)
    #expect(result.counters == [.init(name: "samples", count: 6)])
    let file = try file(sink)
    #expect(file.result == result)
    #expect(file.description == description)
    #expect(file.losses == [.init(place: "here", count: 2)])
    #expect(try verifies(sink))
  }

  @Test("gives the same bytes for events one by one, and for a list in whatever order")
  func ways() throws {
    let events = CountingApp.samples(at: Array(0..<5000))
    let (first, second) = (MCAPMemorySink(), MCAPMemorySink())
    var maker = try SessionMaker(first, AppInstance(CountingApp.self), description)
    for event in events { maker.append(event) }
    let result = try maker.finish()
    var other = try SessionMaker(second, AppInstance(CountingApp.self), description)
    let end = other.play(events.reversed().map { SessionInput(event: $0) })
    #expect(end == .finished)
    let again = try other.finish()
    #expect(again == result)
    #expect(first.bytes == second.bytes)
  }

  @Test("lets raised events raise others as long as the session goes on") func end() throws {
    let sink = MCAPMemorySink()
    var maker = try SessionMaker(sink, AppInstance(CountingApp.self), description)
    maker.play(CountingApp.samples(at: [1, 2, 3]).map { SessionInput(event: $0) })
    let result = try maker.finish(after: 1000)
    #expect(result.events == 5)
    #expect(result.end == 1000)
    #expect(try file(sink).result == result)
    #expect(try verifies(sink))
  }

  @Test("has the end of a live session, and tells whoever else is there") func live() throws {
    let sink = MCAPMemorySink()
    let app = try AppInstance(CountingApp.self)
    let run = RecordedRun(app, description)
    let recorder = try run.recorder(sink)
    var maker = SessionMaker(run, table: app.table, recorder, telling: Tally())
    var producer = maker.pipeline.addLiveLane(minimumCapacity: 16)
    for time in 1...9 as ClosedRange<Int64> {
      var event = CountingApp.samples(at: [0])[0]
      event.command = run.routing.accelerometer
      producer.push(event)
      while case .dispatched = maker.pipeline.step(now: { time * 10 }) {}
    }
    producer.finish()
    let end = maker.pipeline.run(now: { 1000 })
    #expect(end == .finished)
    let result = maker.end()
    #expect(result.end != nil)
    let tally = maker.pipeline.dispatcher.sink.sink.second
    #expect(tally.count == result.events)
    #expect(tally.last == result.digest)
    _ = try maker.takeRecorder()?.finish(result)
    #expect(try file(sink).result == result)
    #expect(try verifies(sink))
  }

  @Test("comes to the same digest where nothing is recorded") func unrecorded() throws {
    let events = CountingApp.samples(at: [1, 2, 3, 4])
    let sink = MCAPMemorySink()
    var maker = try SessionMaker(sink, AppInstance(CountingApp.self), description)
    for event in events { maker.append(event) }
    let recorded = try maker.finish()
    let app = try AppInstance(CountingApp.self)
    let run = RecordedRun(app, description)
    var other = SessionMaker(run, table: app.table, nil, telling: Tally())
    for event in events { other.append(event) }
    let hasFailed = other.hasFailed
    let result = other.end()
    #expect(result == recorded && !hasFailed)
    let count = other.takeSink().count
    #expect(count == result.events)
  }

  @Test("stores late events as they arrive, and traces them as they are dispatched")
  func arrivals() throws {
    let sink = MCAPMemorySink()
    let times: [Int64] = [5, 3, 9, 1]
    let result = try RecordedRun.record(
      arrivals: CountingApp.samples(at: times),
      AppInstance(CountingApp.self),
      description,
      into: sink
    )
    let file = try file(sink)
    #expect(file.description?.inputOrder == .arrival)
    #expect(file.result == result)
    var stored: [Int64] = []
    var reader = MCAPStreamReader(MCAPMemorySource(sink.bytes))
    while let record = try reader.next() {
      if case .message(let message) = record, message.channelID == 1 {
        stored.append(Int64(message.logTime))
      }
    }
    #expect(stored == times)
  }

  /// A disk that is full from the start of the data on.
  private final class FullDisk: MCAPByteSink {
    func write(_ bytes: RawSpan) throws(MCAPError) {
      if bytes.byteCount > 4096 { throw MCAPError(.system(28), at: 0, "the disk is full") }
    }
    func synchronize() throws(MCAPError) {}
  }

  @Test("says when the disk has failed, and fails at the end") func full() throws {
    var maker = try SessionMaker(FullDisk(), AppInstance(CountingApp.self), description)
    var random: UInt64 = 1
    var count: Int64 = 0
    while !maker.hasFailed, count < 10_000_000 {
      var event = CountingApp.samples(at: [count])[0]
      random = random &* 6_364_136_223_846_793_005 &+ 1
      event.payload = Payload(Acceleration(x: Double(random), y: Double(random >> 3), z: 0))
      maker.append(event)
      count += 1
    }
    let hasFailed = maker.hasFailed
    #expect(hasFailed)
    var failure: MCAPError?
    do throws(MCAPError) { try maker.finish() } catch { failure = error }
    #expect(failure?.message == "the disk is full")
  }
}
