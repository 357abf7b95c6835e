import KymoCore
import KymoTestSupport
import Testing

/// However events are split over queues, pushed, promised and polled: they come out sorted.
@Suite("Sequencer order") struct SequencerPropertyTests {
  /// Events in the order of dispatch, many with equal timestamps, whose payload follows from their place.
  static func sorted(_ count: Int, _ random: inout SeededRandom) -> [Event] {
    var time = Int64(random.below(1000)) - 500
    var sequences = [UInt32](repeating: 0xFFFF_FFF0, count: 6)
    var events: [Event] = []
    while events.count < count {
      if random.once(in: 3) { time += Int64(random.below(4)) }
      // A group of equal timestamps, by source and sequence.
      for source in 1...5 where random.once(in: 2) {
        for _ in 0...random.below(3) {
          sequences[source] &+= 1
          events.append(
            .sample(
              at: time,
              source: UInt8(source),
              sequence: sequences[source],
              x: Double(events.count)
            )
          )
        }
      }
      time += 1
    }
    return events
  }

  /// What must come out, as text that a failure can show.
  static func places(_ events: [Event]) -> [Int] { events.map { Int($0.payload.acceleration.x) } }

  @Test("One thread, every number of queues", arguments: Array(1...9) + [16, 17, 33, 64])
  func oneThread(_ queues: Int) {
    for seed in 0..<25 as Range<UInt64> {
      var random = SeededRandom(seed: seed &* 1000 &+ UInt64(queues))
      let expected = Self.sorted(200, &random)
      var sequencer = Sequencer()
      var lanes: [Lane] = []
      for _ in 0..<queues {
        let queue = EventQueue(
          minimumCapacity: 1 << random.below(7),
          startingAt: .max - UInt64(random.below(40))
        )
        lanes.append(Lane(queue.producer))
        sequencer.add(queue.consumer)
      }
      for event in expected { lanes[random.below(queues)].events.append(event) }
      var seen: [Event] = []
      var progress = Sequencer.Progress.idle(until: .min)
      while progress != .finished {
        lanes[random.below(queues)].act(&random)
        if random.once(in: 2) { continue }
        let limit = random.once(in: 2) ? Int.max : 1 + random.below(5)
        progress = sequencer.poll(upTo: limit) { events, _ in
          for index in events.indices { seen.append(events[index]) }
        }
      }
      #expect(Self.places(seen) == Array(expected.indices), "seed \(seed), \(queues) queues")
      #expect(!lanes.contains { !$0.isAccepted }, "seed \(seed)")
    }
  }

  @Test("A thread for each source, and one that polls", arguments: [1, 3])
  func threads(_ sources: Int) {
    for seed in 0..<3 as Range<UInt64> {
      var random = SeededRandom(seed: seed &+ 400)
      let expected = Self.sorted(20_000, &random)
      var shares = [[Event]](repeating: [], count: sources)
      for event in expected { shares[random.below(sources)].append(event) }
      var sequencer = Sequencer()
      let writers = ThreadGroup()
      for (index, share) in shares.enumerated() {
        let queue = EventQueue(minimumCapacity: 64 << index)
        let handOver = HandOver(queue.producer)
        sequencer.add(queue.consumer)
        writers.start {
          var random = SeededRandom(seed: seed &* 31 &+ UInt64(index))
          var producer = handOver.take()
          for (place, event) in share.enumerated() {
            producer.push(event)
            // Before it may wait for room, every source says how far it has come.
            let next = place + 1 < share.count ? share[place + 1].timestamp : .max
            producer.advance(to: random.once(in: 2) ? next : event.timestamp)
          }
          producer.finish()
        }
      }
      var seen: [Event] = []
      var progress = Sequencer.Progress.idle(until: .min)
      var waiter = Waiter(.spinThenYield)
      while progress != .finished {
        progress = sequencer.poll { events, _ in
          for index in events.indices { seen.append(events[index]) }
        }
        if case .dispatched = progress { waiter.reset() } else { waiter.pause() }
      }
      writers.join()
      #expect(Self.places(seen) == Array(expected.indices), "seed \(seed), \(sources) sources")
    }
  }
}
