import KymoCore
import KymoRecording
import Testing
import KymoMCAP
import KymoTestSupport

@Suite("Session events") struct SessionEventsTests {
  /// The x or the latitude of each event, which names it.
  private func names(_ events: [Event]) -> [Double] { events.map(\.payload.acceleration.x) }

  @Test("ties go by source, then by place in the file", arguments: [1, 80, 1 << 20])
  func ties(chunkBytes: Int) throws {
    var sample = SessionSample()
    sample.options.chunkBytes = chunkBytes
    sample.addLocation(60, at: 5)
    sample.addAcceleration(1, at: 5)
    sample.addLocation(61, at: 5)
    sample.addAcceleration(2, at: 5)
    sample.addAcceleration(0, at: 4)
    sample.addAcceleration(3, at: 5)
    sample.addLocation(70, at: 6)
    let events = try sample.events()
    #expect(names(events) == [0, 1, 2, 3, 60, 61, 70])
    #expect(events.map(\.sequence) == [0, 1, 2, 3, 0, 1, 2], "numbered anew within each source")
    #expect(events.map(\.timestamp) == [4, 5, 5, 5, 5, 5, 6])
    let fromAccelerometer = events.prefix(4)
    #expect(fromAccelerometer.allSatisfy { $0.source == .accelerometer })
    #expect(fromAccelerometer.allSatisfy { $0.kind == .acceleration && $0.command.rawValue == 1 })
    #expect(events.suffix(3).allSatisfy { $0.source == .location && $0.kind == .location })
    #expect(events.suffix(3).allSatisfy { $0.command.rawValue == 2 })
  }

  @Test("more equal events than fit into a chunk keep their order")
  func manyTies() throws {
    var sample = SessionSample()
    sample.options.chunkBytes = 500
    for index in 0..<300 { sample.addAcceleration(Double(index), at: 9) }
    #expect(names(try sample.events()) == (0..<300).map(Double.init))
  }

  @Test("chunks that overlap, contain and touch each other are merged")
  func overlap() throws {
    var sample = SessionSample()
    sample.options.chunkBytes = 200  // Three accelerations.
    let times: [UInt64] = [50, 0, 100, 10, 20, 30, 100, 99, 101, 20, 50, 60, 5, 5, 5]
    for (index, time) in times.enumerated() { sample.addAcceleration(Double(index), at: time) }
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(sample.written()))
    #expect(scan.segments.count > 3)
    let wanted = times.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
    #expect(names(try sample.events()) == wanted.map { Double($0.offset) })
  }

  @Test("random arrivals come in the plain order", arguments: 1...30 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var sample = SessionSample()
    sample.options.chunkBytes = Int.random(in: 1...3000, using: &random)
    sample.options.compression = MCAPCompression.allCases.randomElement(using: &random) ?? .none
    sample.options.chunked = seed % 5 != 0
    let range = UInt64.random(in: 1...400, using: &random)
    for index in 0..<Int.random(in: 0...300, using: &random) {
      let time = UInt64.random(in: 0...range, using: &random)
      if Bool.random(using: &random) {
        sample.addAcceleration(Double(index), at: time)
      } else {
        sample.addLocation(Double(index), at: time)
      }
    }
    let wanted = sample.messages.enumerated().sorted {
      ($0.element.logTime, $0.element.channelID, $0.offset)
        < ($1.element.logTime, $1.element.channelID, $1.offset)
    }
    #expect(names(try sample.events()) == wanted.map { Double($0.offset) }, "seed \(seed)")
  }

  @Test("blocks of any size hold the same events", arguments: [1, 2, 3, 7, 256, 1000])
  func blocks(size: Int) throws {
    var sample = SessionSample()
    sample.options.chunkBytes = 700
    for index in 0..<500 { sample.addAcceleration(Double(index), at: UInt64(index * 37 % 101)) }
    let bytes = try sample.written()
    let expected = try SessionSample.events(in: bytes)
    let source = MCAPMemorySource(bytes)
    var reader = try SessionEvents(
      source,
      scan: MCAPSegmentScanner.scan(source),
      routing: SessionSample.routing
    )
    var found: [Event] = []
    var hasMore = true
    while hasMore {
      found += try [Event](capacity: size) { output throws(SessionError) in
        hasMore = try reader.fill(&output)
      }
    }
    #expect(names(found) == names(expected))
    #expect(found.map(\.sequence) == expected.map(\.sequence))
    #expect(found.map(\.timestamp) == expected.map(\.timestamp))
  }

  @Test("other channels are passed over, whatever they hold")
  func otherChannels() throws {
    var sample = SessionSample()
    sample.channels.append(
      MCAPChannel(id: 900, schemaID: 0, topic: "/weather", messageEncoding: "json")
    )
    sample.channels.append(
      MCAPChannel(id: 3, schemaID: 1, topic: "/location/fix", messageEncoding: "cdr")
    )
    sample.add(900, at: .max, [1, 2, 3])
    sample.addAcceleration(1, at: 3)
    sample.add(3, at: 2, [])
    sample.add(4, at: 1, [9])
    #expect(names(try sample.events()) == [1])
  }

  @Test("two channels of one topic are one source")
  func twoChannels() throws {
    var sample = SessionSample()
    sample.channels.append(
      MCAPChannel(id: 77, schemaID: 1, topic: "/accelerometer", messageEncoding: "cdr")
    )
    sample.addAcceleration(1, at: 10)
    sample.add(77, at: 10, SessionSample.acceleration(2))
    sample.add(77, at: 9, SessionSample.acceleration(3))
    let events = try sample.events()
    #expect(names(events) == [3, 1, 2])
    #expect(events.map(\.sequence) == [0, 1, 2])
  }

  @Test("a message may be longer than it must, and all words arrive")
  func words() throws {
    var sample = SessionSample()
    let words: [UInt64] = [1, .max, 3, 1 << 63, 5, 0xFFF8_0000_DEAD_BEEF]
    sample.add(2, at: 1, SessionSample.cdr(words) + [1, 2, 3])
    sample.add(1, at: 2, SessionSample.cdr(words))
    let events = try sample.events()
    let location = events[0].payload
    #expect(
      [
        location.word0, location.word1, location.word2, location.word3, location.word4,
        location.word5,
      ] == words
    )
    let acceleration = events[1].payload
    #expect([acceleration.word0, acceleration.word1, acceleration.word2] == Array(words[..<3]))
    #expect([acceleration.word3, acceleration.word4, acceleration.word5] == [0, 0, 0])
  }

  @Test("no events are no error")
  func empty() throws {
    #expect(try SessionSample().events().isEmpty)
    let sink = MCAPMemorySink()
    _ = try MCAPWriter(sink).finish()
    #expect(try SessionSample.events(in: sink.bytes).isEmpty)
  }
}
