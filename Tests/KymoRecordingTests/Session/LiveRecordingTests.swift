import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording
import KymoTestSupport
import Testing

/// Live sessions: what is recorded of them replays to the same digest.
@Suite("Live recordings") struct LiveRecordingTests {
  /// 63 sensors of one number each; requests are the 64th source.
  static func channels() throws -> ChannelTable {
    try ChannelTable(
      (0..<63).map {
        .sample("/live/\($0)", schema: "test_msgs/msg/Number", bytes: 8, command: "number")
      } + [.request]
    )
  }

  /// Numbers raise timers, some of which raise others; requests are answered with text.
  static func table() throws -> CommandTable {
    var map = CommandMap()
    map.decoder = CallRequestDecoder()
    map.business("number", Handler())
    let later = map.raise("later")
    map.view("number") { (exchange) throws(HandlerError) in
      let event = exchange.event
      exchange.reply(Acceleration(x: Double(event.payload.word0), y: 0, z: 0))
      if event.payload.word0 % 4 == 0 {
        try exchange.raise(later, at: event.timestamp + Int64(event.payload.word0 % 9) * 5)
      }
      return .proceed
    }
    map.view("later") { (exchange) throws(HandlerError) in
      let event = exchange.event
      if event.sequence % 3 == 0 { try exchange.raise(later, at: event.timestamp + 4) }
      return .proceed
    }
    map.view("ask") { (exchange) throws(HandlerError) in
      let time = exchange.event.timestamp
      try exchange.reply(text: "it is \(time)")
      return .proceed
    }
    return try CommandTable(map)
  }

  /// The producer of a lane, which no array could hold by itself.
  final class Lane {
    var producer: EventQueue.Producer
    init(_ producer: consuming EventQueue.Producer) { self.producer = producer }
  }

  /// A seeded session on virtual time; its recording, its digest and the number of inputs.
  static func session(
    _ seed: UInt64
  ) throws -> (bytes: [UInt8], digest: TraceDigest, inputs: Int) {
    var random = SeededRandom(seed: seed)
    let channels = try channels()
    let table = try table()
    let names = table.names
    let ask = table.id(of: "ask")
    let number = table.id(of: "number")
    let sink = MCAPMemorySink()
    let writer = try SessionWriter(
      sink,
      description: BridgeChannelTests.description(),
      app: "Live",
      commands: names,
      channels: channels,
      hasTrace: true
    )
    var pipeline = Pipeline(table: table, sink: Tracer(Recorder(writer, hasTrace: true)))
    var lanes: [Lane] = []
    for _ in 0..<64 {
      lanes.append(Lane(pipeline.addLiveLane(minimumCapacity: 32, arenaBytes: 1 << 12)))
    }
    let clock = VirtualClock(startingAt: 1_000_000)
    var pushed = 0
    for _ in 0..<400 {
      for _ in 0..<random.below(6) {
        // Every other source is silent; one in five speaks in bursts.
        let lane = random.below(32) * 2 + 1
        for _ in 0..<(lane % 5 == 0 ? random.below(32) : 1) {
          guard lanes[lane].producer.hasRoom(forMessageOf: 64) else { break }
          var event = Event(
            timestamp: 0,
            sequence: 0,
            command: number,
            source: SourceID(rawValue: UInt8(16 + lane)),
            kind: .sample,
            payload: Payload()
          )
          if lane == 63 {
            event.source = .bridge
            event.kind = .message
            event.command = ask
            event.payload = Payload(
              PayloadReference(offset: 0, length: 0, tag: UInt32(BridgeTransport.url.rawValue))
            )
            Array("call?cmd=ask&msg=\(pushed)".utf8).withRawSpan {
              _ = lanes[lane].producer.push(event, message: $0)
            }
          } else {
            event.payload.word0 = UInt64(pushed)
            lanes[lane].producer.push(event)
          }
          pushed += 1
        }
      }
      clock.wait(until: clock.now + Int64(random.below(30)))
      for _ in 0..<random.below(8) { _ = pipeline.step(now: { clock.now }) }
    }
    for lane in lanes { lane.producer.finish() }
    while pipeline.step(now: { clock.now }) != .finished {}
    let end = pipeline.end
    pipeline.finish()
    let tracer = pipeline.takeSink()
    let digest = tracer.digest
    var result = SessionResult(app: "Live", commands: names, channels: channels, digest: digest)
    result.end = end
    _ = try tracer.sink.finish(result)
    return (sink.bytes, digest, pushed)
  }

  @Test(
    "64 live sources in any interleaving: the recording replays to the digest",
    arguments: 0..<12
  )
  func replays(_ seed: UInt64) throws {
    let live = try Self.session(seed)
    let file = try SessionFile(MCAPMemorySource(live.bytes))
    #expect(live.inputs > 500 && live.digest.count > UInt64(live.inputs), "seed \(seed)")
    let table = try Self.table()
    let routing = CommandRouting(table, channels: try Self.channels())
    var events = try file.events(routing)
    var count = 0
    var last: Event?
    while let event = try events.next() {
      if let last { #expect(last.timestamp < event.timestamp) }
      last = event
      count += 1
    }
    #expect(count == live.inputs, "seed \(seed): nothing is lost")
    var result = Replay.run(
      try file.events(routing),
      table: try Self.table(),
      sink: Verifier(
        file,
        app: "Live",
        commands: table.names,
        channels: routing.channels
      )
    )
    result.sink.finish(
      SessionResult(
        app: "Live",
        commands: table.names,
        channels: routing.channels,
        digest: result.digest
      )
    )
    #expect(result.sink.differences.isEmpty, "seed \(seed): \(result.sink.differences)")
    #expect(result.failure == nil && result.sink.failure == nil)
    #expect(result.sink.divergence == nil, "seed \(seed)")
    #expect(result.digest == live.digest, "seed \(seed)")
  }
}
