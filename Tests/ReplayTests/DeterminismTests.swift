import KymoCore
import KymoRecording
import KymoTestSupport
import Testing

/// The digest depends on the recording and the handlers alone.
@Suite("Determinism") struct DeterminismTests {
  private static let ringCounts = [1, 2, 4, 7]

  @Test("at maximum speed, with any rings", arguments: KeptRecording.all, ringCounts)
  func rings(recording: KeptRecording, rings: Int) throws {
    let memory = try MemoryRecording(recording.bytes())
    let expected = try memory.digest()
    #expect(TraceDigest.text(expected.total) == (try recording.expected().digest))
    // The smallest ring and the usual one always, those between them with one number of rings.
    let capacities = rings == 2 || RunLength.isLong ? [1, 2, 16, 8192] : [1, 8192]
    for capacity in capacities {
      var options = ReplayOptions()
      options.rings = rings
      options.ringCapacity = capacity
      #expect(try memory.digest(options) == expected, "rings of \(capacity) events")
    }
  }

  @Test("at every speed", arguments: KeptRecording.all, [0.5, 1, 10])
  func speeds(recording: KeptRecording, speed: Double) throws {
    let memory = try MemoryRecording(recording.bytes())
    let expected = try recording.expected()
    let events = try memory.events()
    let span = try #require(events.last).timestamp - (try #require(events.first)).timestamp
    // Many threads on few cores wait for each other, however fast they are.
    for rings in RunLength.all(Self.ringCounts, usually: 2) {
      let clock = VirtualClock(startingAt: 77)
      var options = ReplayOptions()
      options.speed = .times(speed)
      options.clock = clock
      options.rings = rings
      if rings == 2 { options.ringCapacity = 2 }
      let digest = try memory.digest(options)
      #expect(TraceDigest.text(digest.total) == expected.digest, "\(rings) rings")
      // It has gone through the waits: the time of the last event has come, and not more.
      let scaled = Int128(span) * 10 / Int128(speed * 10)
      #expect(Int128(clock.now) == 77 + scaled)
    }
  }

  @Test("with long gaps shortened", arguments: KeptRecording.all)
  func shortenedGaps(recording: KeptRecording) throws {
    let memory = try MemoryRecording(recording.bytes())
    let events = try memory.events()
    let limit: Int64 = 100_000_000
    let clock = VirtualClock()
    var options = ReplayOptions()
    options.speed = .times(1)
    options.clock = clock
    options.maximumGapNanoseconds = limit
    #expect(try memory.digest(options) == memory.digest())
    let waits = zip(events, events.dropFirst()).map { min(limit, $1.timestamp - $0.timestamp) }
    #expect(clock.now == waits.reduce(0, +))
  }

  @Test("with and without a recorder, and of what it recorded", arguments: KeptRecording.all)
  func recorder(recording: KeptRecording) throws {
    let memory = try MemoryRecording(recording.bytes())
    let expected = try memory.digest()
    let first = try memory.recorded()
    #expect(first.digest == expected)
    let copy = try MemoryRecording(first.bytes)
    #expect(try copy.divergence()?.index == nil, "a recording of a replay verifies")
    let second = try copy.recorded()
    #expect(second.digest == expected)
    #expect(second.bytes == first.bytes, "recorded again it is the same file")
    let third = try memory.recorded()
    #expect(third.bytes == first.bytes)
    let plain = try memory.recorded(hasTrace: false)
    #expect(plain.digest == expected)
    #expect(plain.bytes.count < first.bytes.count)
    #expect(try MemoryRecording(plain.bytes).digest() == expected)
  }

  @Test("of one process run after run", arguments: KeptRecording.all)
  func again(recording: KeptRecording) throws {
    let bytes = try recording.bytes()
    let digests = try (0..<5).map { _ in try MemoryRecording(bytes).digest() }
    #expect(digests.allSatisfy { $0 == digests[0] })
  }
}
