import KymoCore
import KymoHistogram
import KymoMCAP
import Testing

@testable import KymoRecording

/// What the thread that reads ahead is told, so that it waits where it must and nowhere else.
@Suite("The source of a replay") struct RecordingSourceTests {
  private func source(
    _ sample: RequestSample,
    _ options: ReplayOptions = ReplayOptions()
  ) throws -> RecordingSource {
    let file = MCAPMemorySource(try sample.sample.written())
    return RecordingSource(
      inputs: ReplayInputs(
        try SessionEvents(
          file,
          scan: MCAPSegmentScanner.scan(file),
          routing: sample.routing
        )
      ),
      others: [],
      options: options,
      lateness: Histogram(lowest: 1, highest: 1000, significantDigits: 1),
      playback: PlaybackClock(options.clock)
    )
  }

  /// What producing comes to again and again, while nobody takes anything out of a ring of two.
  private func progress(_ source: inout RecordingSource, times: Int) throws -> [SourceProgress] {
    let queue = EventQueue(minimumCapacity: 2, arenaBytes: 1 << 12)
    var producer = queue.producer
    return try (0..<times).map { _ in try source.produce(into: &producer) }
  }

  @Test("A full ring is said to be full, and every input is counted once")
  func full() throws {
    var requests = RequestSample()
    for time in 1...4 as ClosedRange<UInt64> { requests.add(text: "call?cmd=loc", at: time) }
    var source = try source(requests)
    #expect(source.inputCount == 0)
    #expect(try progress(&source, times: 4) == [.pushed, .pushed, .blocked, .blocked])
    // The third was read and waits for room.
    #expect(source.inputCount == 3 && !source.wasInterrupted)

    var samples = RequestSample()
    for time in 1...4 as ClosedRange<UInt64> { samples.sample.addAcceleration(1, at: time) }
    source = try self.source(samples)
    #expect(try progress(&source, times: 3) == [.pushed, .blocked, .blocked])
    #expect(source.inputCount == 2)
  }

  @Test("The end is said once everything was pushed", arguments: [0, 1])
  func end(count: Int) throws {
    var requests = RequestSample()
    for time in 0..<count { requests.add(text: "call?cmd=loc", at: UInt64(time)) }
    var source = try source(requests)
    let expected = Array(repeating: SourceProgress.pushed, count: count) + [.finished]
    #expect(try progress(&source, times: count + 1) == expected)
    #expect(source.inputCount == UInt64(count))
  }

  @Test("With a schedule, too: what is due goes, and then the time of the next is waited for")
  func scheduled() throws {
    var requests = RequestSample()
    for time in [5, 5, 90] as [UInt64] { requests.sample.addAcceleration(1, at: time) }
    var options = ReplayOptions()
    options.speed = .times(1)
    options.clock = ManualClock(startingAt: 1000)
    var source = try source(requests, options)
    #expect(try progress(&source, times: 2) == [.waiting(until: 1085), .waiting(until: 1085)])
    #expect(source.inputCount == 3)
    source = try self.source(requests, options)
    let queue = EventQueue(minimumCapacity: 1)
    var producer = queue.producer
    producer.push(
      .init(
        timestamp: 1,
        sequence: 0,
        command: .unknown,
        source: .bridge,
        kind: .none,
        payload: Payload()
      )
    )
    var progress: [SourceProgress] = []
    for _ in 0..<2 { progress.append(try source.produce(into: &producer)) }
    #expect(progress.last == .blocked)
  }

  @Test("A gap that is shortened is due after just the gap that is allowed")
  func shortened() throws {
    var requests = RequestSample()
    for time in [5, 5, 90] as [UInt64] { requests.sample.addAcceleration(1, at: time) }
    var options = ReplayOptions()
    options.speed = .times(1)
    options.maximumGapNanoseconds = 10
    options.clock = ManualClock(startingAt: 1000)
    var source = try source(requests, options)
    #expect(try progress(&source, times: 1) == [.waiting(until: 1010)])
  }

  @Test("The counts of a replay are those of its inputs")
  func counted() throws {
    var requests = RequestSample()
    for time in 1...7 as ClosedRange<UInt64> { requests.add(text: "call?cmd=loc", at: time) }
    for rings in [1, 3] {
      let file = MCAPMemorySource(try requests.sample.written())
      let events = try SessionEvents(
        file,
        scan: MCAPSegmentScanner.scan(file),
        routing: requests.routing
      )
      var options = ReplayOptions()
      options.rings = rings
      let table = try CommandTable(requests.map)
      let result = Replay.run(events, table: table, sink: NoSink(), options: options)
      #expect(result.inputCount == 7 && result.digest.count == 7)
    }
  }
}
