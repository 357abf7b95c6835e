import KymoCore
import KymoRecording
import Testing
import KymoMCAP

@Suite("Trace reader") struct TraceReaderTests {
  private static func step(_ index: UInt64, reply: ReplyKind = .none) -> (Event, TraceStep) {
    let event = Event(
      timestamp: Int64(index) * 5,
      sequence: UInt32.max - UInt32(index),
      command: CommandID(rawValue: UInt16(index + 1)),
      source: SourceID(rawValue: UInt8(index % 3 + 1)),
      kind: .acceleration,
      payload: Payload(Acceleration(x: 1, y: 1, z: 1))
    )
    let statuses = OutcomeStatus.allCases
    let outcome = Outcome(
      index: index,
      status: statuses[Int(index) % statuses.count],
      stage: Stage.allCases[Int(index) % Stage.allCases.count],
      handler: UInt8(index),
      errorCode: UInt16(index) * 3,
      replyKind: reply,
      reply: reply == .none ? Payload() : Payload(Acceleration(x: Double(index), y: 2, z: -3))
    )
    return (event, TraceStep(outcome: outcome, digest: index &* 0x9E37_79B9_7F4A_7C15))
  }

  private static func written(_ steps: [(Event, TraceStep)]) throws -> [UInt8] {
    let sink = MCAPMemorySink()
    var options = SessionWriter.Options()
    options.container = MCAPWriterOptions(compression: .none)
    options.container.chunkBytes = 1000
    var writer = try SessionWriter(
      sink,
      description: SessionDescription(origin: ""),
      hasTrace: true,
      options: options
    )
    for (event, step) in steps { try writer.append(event, step) }
    _ = try writer.finish(nil)
    return sink.bytes
  }

  private static func read(_ bytes: [UInt8]) throws -> [RecordedStep] {
    let source = MCAPMemorySource(bytes)
    var reader = TraceReader(source, scan: try MCAPSegmentScanner.scan(source))
    var list: [RecordedStep] = []
    while let next = try reader.next() { list.append(next) }
    return list
  }

  @Test("steps are read as they were written, over many chunks")
  func roundTrip() throws {
    let kinds = [ReplyKind.none, .acceleration, .coordinates, ReplyKind(rawValue: 200)]
    let steps = (0..<100).map { Self.step(UInt64($0), reply: kinds[$0 % kinds.count]) }
    let bytes = try Self.written(steps)
    #expect(try MCAPSegmentScanner.scan(MCAPMemorySource(bytes)).segments.count > 5)
    let found = try Self.read(bytes)
    try #require(found.count == steps.count)
    for (found, (event, step)) in zip(found, steps) {
      #expect(found.step.digest == 0, "digests are messages of their own")
      #expect(found.step.outcome.index == step.outcome.index)
      #expect(found.step.outcome.status == step.outcome.status)
      #expect(found.step.outcome.stage == step.outcome.stage)
      #expect(found.step.outcome.handler == step.outcome.handler)
      #expect(found.step.outcome.errorCode == step.outcome.errorCode)
      #expect(found.step.outcome.replyKind == step.outcome.replyKind)
      #expect(found.step.outcome.reply == step.outcome.reply)
      #expect(found.event.timestamp == event.timestamp)
      #expect(found.event.sequence == event.sequence)
      #expect(found.event.command == event.command)
      #expect(found.event.source == event.source)
      #expect(found.event.payload == Payload(), "the payload is not in the trace")
    }
  }

  @Test("no trace is no step")
  func none() throws {
    var sample = SessionSample()
    sample.addAcceleration(1, at: 1)
    #expect(try Self.read(sample.written()).isEmpty)
  }

  /// What is wrong with a trace of this one message.
  private func error(_ data: [UInt8], at time: UInt64 = 1) throws -> MCAPError? {
    var sample = SessionSample()
    sample.schemas[2].name = SessionTopic.trace.schemaName
    sample.add(4, at: time, data)
    do {
      _ = try Self.read(sample.written())
      return nil
    } catch let error as MCAPError { return error }
  }

  /// A step without a reply, as 32 bytes: of index 0, command 1, completed in the view.
  private static let good =
    SessionSample.cdr([0, 0x0001_0001_0000_0000, 2]) + [0, 0, 0, 0]

  @Test("what is no step is named with its chunk")
  func malformed() throws {
    #expect(try error(Self.good) == nil)
    #expect(try error(Self.good + [1, 2, 3]) == nil, "later versions may append fields")
    var bigEndian = Self.good
    bigEndian[1] = 0
    var status = Self.good
    status[19] = UInt8(OutcomeStatus.allCases.count)
    var stage = Self.good
    stage[20] = 4
    for data in [[], Array(Self.good.dropLast()), bigEndian, status, stage] {
      let found = try #require(try error(data))
      #expect(found.kind == .malformed)
      #expect(found.message.hasPrefix("chunk at byte "))
      #expect(found.message.hasSuffix("a message of /trace is not a kymograph step"))
    }
    let late = try #require(try error(Self.good, at: 1 << 63))
    #expect(late.kind == .malformed)
  }

  @Test("a reply of another size than its kind is refused")
  func replySize() throws {
    var wrong = Self.good
    wrong[28] = 24
    #expect(try error(wrong)?.message.hasSuffix("has a reply of another size") == true)
    wrong[24] = 1
    #expect(try error(wrong)?.message.hasSuffix("has a reply of another size") == true, "cut off")
    #expect(try error(wrong + [UInt8](repeating: 0, count: 24)) == nil)
    wrong[28...31] = [0xFF, 0xFF, 0xFF, 0xFF]
    #expect(try error(wrong)?.kind == .malformed)
  }

  @Test("a step that is missing, doubled or out of order is an error")
  func order() throws {
    for indices in [[1], [0, 2], [0, 0], [0, 1, 3, 2]] as [[UInt64]] {
      let steps = indices.map { Self.step($0) }
      #expect(throws: MCAPError.self, "\(indices)") { _ = try Self.read(Self.written(steps)) }
    }
  }

  @Test("steps of version 1 have their digests")
  func former() throws {
    var sample = SessionSample()
    sample.add(4, at: 1, SessionSample.cdr([0, 77, 0x0001_0001_0000_0002, 2]) + [0, 0, 0, 0])
    let found = try #require(try Self.read(sample.written()).first)
    #expect(found.step.digest == 77 && found.step.outcome.index == 0)
    #expect(found.event.sequence == 2 && found.event.command.rawValue == 1)
    #expect(!found.repeatsInput)
  }

  @Test("a reply that repeats the input is left out")
  func repeated() throws {
    let (event, step) = Self.step(0, reply: .acceleration)
    var repeating = step
    repeating.outcome.reply = event.payload
    let found = try Self.read(
      Self.written(
        [(event, step), (event, repeating)].enumerated().map {
          var step = $1.1
          step.outcome.index = UInt64($0)
          return ($1.0, step)
        }
      )
    )
    #expect(found.map(\.repeatsInput) == [false, true])
    #expect(
      found[1].step.outcome.reply == Payload() && found[1].step.outcome.replyKind == .acceleration
    )
  }
}
