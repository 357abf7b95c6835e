import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// Texts that handlers reply with, whatever the recording is of.
@Suite("Recorder, replies") struct RecorderReplyTests {
  /// Replies with a text to every sample.
  static func table() throws -> CommandTable {
    var map = CommandMap()
    map.view("accel") { (exchange) throws(HandlerError) in
      let sequence = exchange.event.sequence
      try exchange.reply(text: "sample \(sequence)")
      return .proceed
    }
    return try CommandTable(map)
  }

  @Test("A recording without calls keeps every input whose handler replies with a text")
  func withoutCalls() throws {
    let sink = MCAPMemorySink()
    let table = try Self.table()
    let writer = try SessionWriter(
      sink,
      description: SessionDescription(origin: "test"),
      commands: table.names,
      hasTrace: true
    )
    var pipeline = Pipeline(table: table, sink: Tracer(Recorder(writer, hasTrace: true)))
    var producer = pipeline.addLane(minimumCapacity: 64)
    var source = IteratorSource(
      (0..<10_000 as Range<UInt32>).lazy.map { number -> Event in
        var event = RecorderTextTests.sample(number)
        event.timestamp = Int64(number)
        return event
      }.makeIterator()
    )
    pipeline.play(&source, into: &producer)
    pipeline.finish()
    let tracer = pipeline.takeSink()
    let result = SessionResult(app: "", commands: ["accel"], digest: tracer.digest)
    let statistics = try tracer.sink.finish(result)
    #expect(statistics.messageCount == 20_003, "an input and a step for each, and 3 digests")
    let file = try SessionFile(MCAPMemorySource(sink.bytes))
    #expect(file.result?.losses == [])
    let replayed = Replay.run(
      try file.events(CommandRouting(try Self.table())),
      table: try Self.table(),
      sink: NoSink()
    )
    #expect(replayed.digest.count == 10_000 && replayed.failure == nil)
  }

  /// A recorder told of one sample with a reply of `count` bytes, and of `others` without.
  private func record(
    _ count: Int,
    others: Int,
    whenFull policy: OverflowPolicy
  ) throws -> (bytes: [UInt8], failure: MCAPError?) {
    let sink = MCAPMemorySink()
    let writer = try SessionWriter(
      sink,
      description: BridgeChannelTests.description(),
      hasTrace: true
    )
    var recorder = Recorder(writer, hasTrace: true, whenFull: policy)
    [UInt8](repeating: 65, count: count).withRawSpan { reply in
      let text = TextReply(length: UInt32(count), cause: .unsolicited)
      recorder.record(
        RecorderTextTests.sample(0),
        Outcome(index: 0, status: .completed, replyKind: .text, reply: Payload(text)),
        digest: 1,
        message: RawSpan(),
        reply: reply
      )
    }
    for number in 0..<UInt32(others) { recorder.record(RecorderTextTests.sample(1 + number)) }
    do throws(MCAPError) {
      _ = try recorder.finish(SessionResult(app: "", commands: [], digest: TraceDigest()))
      return (sink.bytes, nil)
    } catch { return (sink.bytes, error) }
  }

  @Test("An event that no handler saw is lost once if its message can never fit")
  func passed() throws {
    let sink = MCAPMemorySink()
    let description = BridgeChannelTests.description()
    let writer = try SessionWriter(sink, description: description, hasTrace: true)
    var recorder = Recorder(writer, hasTrace: true, whenFull: .dropNewest)
    let message = [UInt8](repeating: 65, count: Recorder.maximumTextBytes + 1)
    for number in 0..<3 as Range<UInt32> {
      message.withRawSpan { recorder.pass(BridgeChannelTests.request(number), message: $0) }
    }
    _ = try recorder.finish(SessionResult(app: "", commands: [], digest: TraceDigest()))
    let file = try SessionFile(MCAPMemorySource(sink.bytes))
    #expect(file.losses == [SessionResult.Loss(place: "recorder", count: 3)])
  }

  @Test("A reply that can never fit is an error when nothing may be lost")
  func wait() throws {
    let failure = try record(Recorder.maximumTextBytes + 1, others: 3, whenFull: .wait).failure
    #expect(failure?.kind == .limit)
  }

  @Test(
    "Otherwise it is lost alone, and counted: its input is written",
    arguments: [OverflowPolicy.dropNewest, .dropOldest]
  )
  func drop(_ policy: OverflowPolicy) throws {
    let made = try record(Recorder.maximumTextBytes + 1, others: 3, whenFull: policy)
    #expect(made.failure == nil)
    let file = try SessionFile(MCAPMemorySource(made.bytes))
    #expect(file.losses == [SessionResult.Loss(place: "recorder, replies", count: 1)])
    var events = try file.events(
      CommandRouting(accelerometer: .unknown, location: .unknown)
    )
    var count = 0
    while try events.next() != nil { count += 1 }
    #expect(count == 4)
  }
}
