import KymoCore
import Testing

/// The fields of a sample lie in its payload as CDR puts them.
@Suite("Samples") struct SampleTests {
  @Test("doubles, floats and integers")
  func fields() {
    let payload = Payload(doubles: 1.5, -2.5, 3.5, 0, 0, 6.5)
    #expect((0..<6).map(payload.double) == [1.5, -2.5, 3.5, 0, 0, 6.5])
    #expect(payload.acceleration == Acceleration(x: 1.5, y: -2.5, z: 3.5))

    var mixed = Payload()
    mixed.word0 = 0x0807_0605_0403_02FF
    mixed.word5 = UInt64(Float(0.5).bitPattern) | UInt64(Float(-8).bitPattern) << 32
    #expect(mixed.integer(atByte: 0, as: UInt8.self) == 0xFF)
    #expect(mixed.integer(atByte: 0, as: Int8.self) == -1)
    #expect(mixed.integer(atByte: 2, as: UInt16.self) == 0x0403)
    #expect(mixed.integer(atByte: 4, as: Int32.self) == 0x0807_0605)
    #expect(mixed.integer(atByte: 0, as: UInt64.self) == mixed.word0)
    #expect(mixed.float(10) == 0.5 && mixed.float(11) == -8)
  }

  @Test("the kinds that refer to an arena")
  func references() {
    let kinds: [EventKind] = [.none, .acceleration, .location, .message, .data, .sample]
    #expect(kinds.filter(\.isReference) == [.message, .data])
    #expect(kinds.map(\.rawValue) == [0, 1, 2, 3, 4, 5], "they are part of digests")
    #expect(EventKind(rawValue: 255).isReference == false)
  }

  @Test("data keeps its kind in a queue, and its bytes are freed")
  func data() {
    let queue = EventQueue(minimumCapacity: 8, arenaBytes: 64)
    var producer = queue.producer
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    var seen: [UInt8] = []
    // Far more bytes than the arena holds: they must be given back.
    for number in UInt8(0)..<200 {
      var event = Event.sample(at: Int64(number))
      event.kind = number % 2 == 0 ? .data : .message
      #expect(producer.push(event, bytes: Array(repeating: number, count: 24)) == .pushed)
      producer.advance(to: Int64(number) + 1)
      _ = sequencer.poll { events, arena in
        for index in events.indices {
          #expect(events[index].kind == (number % 2 == 0 ? .data : .message))
          arena.withMessage(events[index].payload.reference) { seen += UnsafeBytes.copy($0) }
        }
      }
    }
    #expect(seen == (UInt8(0)..<200).flatMap { Array(repeating: $0, count: 24) })
  }
}
