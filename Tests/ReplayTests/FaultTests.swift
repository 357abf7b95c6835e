import KymoCore
import KymoRecording
import KymoTestSupport
import Testing

/// The checker is checked: every mistake made on purpose is found, and named where it was made.
@Suite("Injected faults") struct FaultTests {
  private static let seeds: [UInt64] = RunLength.seeds([101, 102], usually: 1)

  /// The first, the last, and some events between.
  private static func indices(_ count: Int, seed: UInt64) -> [UInt64] {
    var random = SeededRandom(seed: seed)
    return [0, UInt64(count - 1)]
      + (0..<6).map { _ in UInt64(Int.random(in: 0..<count, using: &random)) }
  }

  @Test("a dropped event", arguments: KeptRecording.sensors, seeds)
  func drop(recording: KeptRecording, seed: UInt64) throws {
    let memory = try MemoryRecording(recording.bytes())
    let events = try memory.events()
    for index in Self.indices(events.count, seed: seed) {
      let found = try #require(try memory.divergence(.drop(index)), "drop@\(index)")
      #expect(found.index == index, "seed \(seed)")
      #expect(found.expected?.event.timestamp == events[Int(index)].timestamp)
      #expect(found.expected?.event.sequence == events[Int(index)].sequence)
      let next = Int(index) + 1 < events.count ? events[Int(index) + 1] : nil
      #expect(found.actual?.event.timestamp == next?.timestamp)
      #expect(found.actual?.event.payload == next?.payload)
    }
  }

  @Test("a flipped bit", arguments: KeptRecording.sensors, seeds)
  func flip(recording: KeptRecording, seed: UInt64) throws {
    let memory = try MemoryRecording(recording.bytes())
    let events = try memory.events()
    for (place, index) in Self.indices(events.count, seed: seed).enumerated() {
      let rings = [1, 3][place % 2]
      let verification = try memory.verification(.flip(index), rings: rings)
      guard let found = verification.divergence else {
        // Inputs that arrive late are compared as a whole, and this one has no say in any outcome.
        #expect(recording.name == "adversarial", "flip@\(index)")
        #expect(verification.differences.contains { $0.path == "digest" }, "flip@\(index)")
        continue
      }
      #expect(found.index == index, "seed \(seed), \(rings) rings")
      #expect(found.actual?.event.payload.word0 == events[Int(index)].payload.word0 ^ 1)
      #expect(found.expected?.event.timestamp == found.actual?.event.timestamp)
      #expect(found.before.count == min(Int(index), Verifier.contextLength))
      let before = events[..<Int(index)].suffix(Verifier.contextLength)
      #expect(found.before.map(\.event.timestamp) == before.map(\.timestamp))
    }
  }

  @Test("exchanged neighbours", arguments: KeptRecording.sensors, seeds)
  func swap(recording: KeptRecording, seed: UInt64) throws {
    let memory = try MemoryRecording(recording.bytes())
    let events = try memory.events()
    // Equal neighbours exchanged are no difference, and the last event has no neighbour.
    let differing = events.indices.dropLast().filter {
      events[$0].payload != events[$0 + 1].payload || events[$0].kind != events[$0 + 1].kind
    }
    for place in Self.indices(differing.count, seed: seed) {
      let index = UInt64(differing[Int(place)])
      let found = try #require(try memory.divergence(.swap(index)), "swap@\(index)")
      #expect(found.index == index, "seed \(seed)")
      #expect(found.actual?.event.payload == events[Int(index) + 1].payload)
      #expect(found.actual?.event.timestamp == events[Int(index)].timestamp)
    }
  }

  @Test("an event that is not there", arguments: KeptRecording.sensors)
  func beyond(recording: KeptRecording) throws {
    let memory = try MemoryRecording(recording.bytes())
    let count = UInt64(try memory.events().count)
    for fault in [ReplayFault.drop(count), .flip(count), .swap(count), .swap(count - 1)] {
      #expect(try memory.divergence(fault)?.index == nil, "\(fault) changes nothing")
    }
  }

  @Test("tell the channel that they are in", arguments: KeptRecording.sensors)
  func channels(recording: KeptRecording) throws {
    let memory = try MemoryRecording(recording.bytes())
    let events = try memory.events()
    let good = try memory.digest()
    for source in [SourceID.accelerometer, .location] {
      let other: SourceID = source == .location ? .accelerometer : .location
      let index = try #require(events.firstIndex { $0.source == source })
      var options = ReplayOptions()
      options.fault = .flip(UInt64(index))
      let digest = try memory.digest(options)
      #expect(digest.total != good.total)
      #expect(digest.digest(of: source) != good.digest(of: source))
      #expect(digest.digest(of: other) == good.digest(of: other))
    }
  }
}
