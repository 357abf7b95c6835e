import KymoCore
import KymoRecording
import Testing
import KymoMCAP

@Suite("Session writer") struct SessionWriterTests {
  private static let fix = Location(
    latitude: 46.5,
    longitude: -7.25,
    altitude: 500,
    horizontalAccuracy: 3,
    verticalAccuracy: 4,
    speed: 1.5,
    course: 359,
    fixTimestamp: -6_000_000_000
  )

  private static func sample(at time: Int64) -> Event {
    Event(
      timestamp: time,
      sequence: 7,
      command: CommandID(rawValue: 1),
      source: .accelerometer,
      kind: .acceleration,
      payload: Payload(Acceleration(x: 1.5, y: -2, z: 9.75))
    )
  }

  private static func location(at time: Int64, _ fix: Location = fix) -> Event {
    Event(
      timestamp: time,
      sequence: 8,
      command: CommandID(rawValue: 2),
      source: .location,
      kind: .location,
      payload: Payload(fix)
    )
  }

  private static func step(_ index: UInt64, replies: Bool) -> TraceStep {
    TraceStep(
      outcome: Outcome(
        index: index,
        status: replies ? .completed : .failed,
        stage: replies ? .view : .business,
        handler: replies ? 0 : 3,
        errorCode: replies ? 0 : 0x102,
        replyKind: replies ? .acceleration : .none,
        reply: Payload(Acceleration(x: 1, y: 2, z: 3))
      ),
      digest: 0x1122_3344_5566_7788
    )
  }

  /// A session of two events and two steps.
  private static func golden() throws -> [UInt8] {
    let sink = MCAPMemorySink()
    var options = SessionWriter.Options()
    options.container.compression = .none
    var writer = try SessionWriter(
      sink,
      description: SessionDescription(origin: "golden", seed: 1),
      app: "App",
      commands: ["accel", "sendloc"],
      hasTrace: true,
      options: options
    )
    try writer.append(sample(at: 1_000_000_007), step(0, replies: true))
    try writer.append(location(at: 2_500_000_000), step(1, replies: false))
    _ = try writer.finish(nil)
    return sink.bytes
  }

  private static func messages(_ bytes: [UInt8]) throws -> [MCAPMessage] {
    var reader = MCAPStreamReader(MCAPMemorySource(bytes))
    var messages: [MCAPMessage] = []
    while let record = try reader.next() {
      if case .message(let message) = record { messages.append(message) }
    }
    return messages
  }

  @Test("a small session has these bytes")
  func bytes() throws {
    let bytes = try Self.golden()
    #expect(bytes == (try Self.golden()))
    let messages = try Self.messages(bytes)
    #expect(messages.map(\.channelID) == [1, 2, 4, 3, 4, 128], "outputs have chunks of their own")
    #expect(messages.map(\.sequence) == [7, 8, 0, 8, 1, 2])
    #expect(
      messages.map(\.logTime)
        == [
          1_000_000_007, 2_500_000_000, 1_000_000_007, 2_500_000_000, 2_500_000_000, 2_500_000_000,
        ]
    )
    #expect(messages.allSatisfy { $0.publishTime == $0.logTime })
    // 1.5, -2 and 9.75 by IEEE 754.
    #expect(
      messages[0].data
        == SessionSample.cdr([0x3FF8_0000_0000_0000, 0xC000_0000_0000_0000, 0x4023_8000_0000_0000])
    )
    // 46.5, -7.25, 500; then pairs of Float: 3 and 4, 1.5 and 359; then -6,000,000,000.
    #expect(
      messages[1].data
        == SessionSample.cdr([
          0x4047_4000_0000_0000, 0xC01D_0000_0000_0000, 0x407F_4000_0000_0000,
          0x4080_0000_4040_0000, 0x43B3_8000_3FC0_0000, 0xFFFF_FFFE_9A5F_4400,
        ])
    )
    // Index; sequence, command, source, status; stage, handler, error, kind; the reply.
    #expect(
      messages[2].data
        == SessionSample.cdr([0, 0x0001_0001_0000_0007, 0x0000_0001_0000_0002]) + [24, 0, 0, 0]
        + SessionSample.cdr([Double(1).bitPattern, Double(2).bitPattern, Double(3).bitPattern])
        .dropFirst(4)
    )
    #expect(
      messages[4].data
        == SessionSample.cdr([1, 0x0302_0002_0000_0008, 0x0000_0000_0102_0301]) + [0, 0, 0, 0]
    )
    // How many steps, and the digest over them.
    #expect(messages[5].data == SessionSample.cdr([2, 0x1122_3344_5566_7788]))
  }

  @Test("the derived fix has the same numbers, and variances where accuracies are known")
  func derivedFix() throws {
    func doubles(_ fix: Location) throws -> [Double] {
      let sink = MCAPMemorySink()
      var writer = try SessionWriter(
        sink,
        description: SessionDescription(origin: ""),
        hasTrace: false
      )
      try writer.append(Self.location(at: 2_500_000_000, fix))
      _ = try writer.finish(nil)
      let data = try #require(Self.messages(sink.bytes).first { $0.channelID == 3 }).data
      #expect(data.count == 125)
      // 2 s and 500,000,000 ns, the string "phone" with its length and zero.
      #expect(
        Array(data[..<22]) == [0, 1, 0, 0, 2, 0, 0, 0, 0, 0x65, 0xCD, 0x1D, 6, 0, 0, 0]
          + Array("phone\0".utf8)
      )
      return (0..<12).map { index in
        let start = 28 + index * 8
        let word = data[start..<start + 8].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Double(bitPattern: word)
      } + [Double(data[124])]
    }
    #expect(try doubles(Self.fix) == [46.5, -7.25, 500, 9, 0, 0, 0, 9, 0, 0, 0, 16, 1])
    var unknown = Self.fix
    unknown.verticalAccuracy = .nan
    #expect(try doubles(unknown) == [46.5, -7.25, 500, 9, 0, 0, 0, 9, 0, 0, 0, 0, 1])
    unknown.horizontalAccuracy = .nan
    #expect(try doubles(unknown) == [46.5, -7.25, 500, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test("an event before time zero is refused, and what was written stays whole")
  func beforeZero() throws {
    let sink = MCAPMemorySink()
    var writer = try SessionWriter(
      sink,
      description: SessionDescription(origin: ""),
      hasTrace: true
    )
    try writer.append(Self.sample(at: 0))
    for event in [Self.sample(at: -1), Self.location(at: .min)] {
      do throws(MCAPError) {
        try writer.append(event)
        Issue.record("no error")
      } catch {
        #expect(error.kind == .malformed)
        #expect(error.message == "an event at \(event.timestamp) ns lies before time zero")
      }
      do throws(MCAPError) {
        try writer.append(step: Self.step(0, replies: false), of: event)
        Issue.record("no error")
      } catch { #expect(error.kind == .malformed) }
    }
    try writer.append(Self.sample(at: .max))
    _ = try writer.finish(nil)
    #expect(try Self.messages(sink.bytes).map(\.logTime) == [0, UInt64(Int64.max)])
    #expect(try SessionSample.events(in: sink.bytes).map(\.timestamp) == [0, .max])
  }

  @Test("without fixes and without a trace there are no such channels")
  func options() throws {
    let sink = MCAPMemorySink()
    var options = SessionWriter.Options()
    options.derivesFixes = false
    var writer = try SessionWriter(
      sink,
      description: SessionDescription(origin: ""),
      hasTrace: false,
      options: options
    )
    try writer.append(Self.location(at: 1))
    let statistics = try writer.finish(nil)
    #expect(statistics.messageCount == 1 && statistics.channelCount == 2)
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(sink.bytes))
    #expect(scan.catalog.channels.map(\.topic) == ["/accelerometer", "/location"])
  }

  @Test("events of other kinds are not recorded")
  func otherKinds() throws {
    let sink = MCAPMemorySink()
    var writer = try SessionWriter(
      sink,
      description: SessionDescription(origin: ""),
      hasTrace: false
    )
    var event = Self.sample(at: 1)
    event.kind = .message
    try writer.append(event)
    #expect(try writer.finish(nil).messageCount == 0)
  }

  @Test("a full disk is an error, at the byte where it was full")
  func fullDisk() throws {
    let sink = MCAPMemorySink(limit: 20_000)
    var options = SessionWriter.Options()
    options.container = MCAPWriterOptions(compression: .none)
    options.container.chunkBytes = 4096
    do throws(MCAPError) {
      var writer = try SessionWriter(
        sink,
        description: SessionDescription(origin: ""),
        hasTrace: false,
        options: options
      )
      for time in 0..<1000 as Range<Int64> { try writer.append(Self.sample(at: time)) }
      Issue.record("no error")
    } catch {
      #expect(error.offset == 20_000)
      guard case .system = error.kind else {
        Issue.record("\(error)")
        return
      }
    }
  }

  /// How many chunks of inputs a session has of an event every so many ns for an hour.
  private static func chunks(every step: Int64) throws -> Int {
    let sink = MCAPMemorySink()
    var writer = try SessionWriter(
      sink,
      description: SessionDescription(origin: "test"),
      hasTrace: false
    )
    for time in stride(from: 0, to: Int64(3_600_000_000_000), by: Int64.Stride(step)) {
      try writer.append(sample(at: time))
    }
    _ = try writer.finish(nil)
    return try MCAPSegmentScanner.scan(MCAPMemorySource(sink.bytes)).segments.count
  }

  @Test("Time closes chunks that hold something, and never one of a few messages")
  func chunkTimes() throws {
    // 59 bytes each: 64 KiB in a quarter of an hour or so, and in 11 s. Definitions come on top.
    #expect((3...5).contains(try Self.chunks(every: 1_000_000_000)))
    #expect((160...200).contains(try Self.chunks(every: 10_000_000)))
  }
}
