import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// Recordings of version 1, whose steps have digests and nothing else that is compared.
@Suite("Verifying recordings of version 1") struct FormerVerifierTests {
  /// Keeps what a trace of version 1 has of each step.
  struct Steps: OutcomeSink {
    var messages: [(time: UInt64, data: [UInt8])] = []

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      let head =
        UInt64(event.sequence) | UInt64(event.command.rawValue) << 32
        | UInt64(event.source.rawValue) << 48 | UInt64(outcome.status.rawValue) << 56
      let data = SessionSample.cdr([outcome.index, digest, head, UInt64(outcome.stage.rawValue)])
      messages.append((UInt64(event.timestamp), data + [0, 0, 0, 0]))
    }
  }

  private func table() throws -> CommandTable {
    var map = CommandMap()
    map.view("accel", Handler())
    map.view("loc", Handler())
    return try CommandTable(map)
  }

  private func run<Sink: OutcomeSink & ~Copyable>(
    _ bytes: [UInt8],
    passesFixes: Bool,
    _ sink: consuming Sink
  ) throws -> ReplayResult<Sink> {
    let source = MCAPMemorySource(bytes)
    let table = try table()
    var routing = SessionSample.routing
    if passesFixes {
      routing = CommandRouting(
        accelerometer: CommandID(rawValue: 1),
        location: table.passedCommand
      )
    }
    let scan = try MCAPSegmentScanner.scan(source)
    let events = try SessionEvents(source, scan: scan, routing: routing)
    return Replay.run(events, table: table, sink: sink)
  }

  /// Twenty accelerations and five fixes, and the trace that version 1 had of them after a change.
  private func recording(
    passesFixes: Bool = false,
    _ change: (inout [(time: UInt64, data: [UInt8])]) -> Void = { _ in }
  ) throws -> [UInt8] {
    var sample = SessionSample()
    for index in 0..<20 {
      sample.addAcceleration(Double(index), at: UInt64(index) * 10)
      if index % 4 == 0 { sample.addLocation(Double(index), at: UInt64(index) * 10 + 5) }
    }
    var steps = try run(sample.written(), passesFixes: passesFixes, Steps()).sink.messages
    change(&steps)
    for step in steps { sample.add(4, at: step.time, step.data) }
    return try sample.written()
  }

  private func verified(
    _ bytes: [UInt8],
    passesFixes: Bool = false
  ) throws -> (divergence: Divergence?, agreed: UInt64) {
    let file = try SessionFile(MCAPMemorySource(bytes))
    #expect(file.version == 1 && file.hasTrace && !file.isFinished)
    var result = try run(
      bytes,
      passesFixes: passesFixes,
      Verifier(file, app: "", commands: ["accel", "loc"])
    )
    let digest = result.digest
    result.sink.finish(SessionResult(app: "", commands: ["accel", "loc"], digest: digest))
    if let failure = result.sink.failure { throw failure }
    #expect(result.sink.differences.isEmpty, "that is not known of version 1")
    return (result.sink.divergence, result.sink.agreedCount)
  }

  @Test("Every step agrees by its digest", arguments: [false, true])
  func same(passesFixes: Bool) throws {
    let found = try verified(recording(passesFixes: passesFixes), passesFixes: passesFixes)
    #expect(found.divergence == nil && found.agreed == (passesFixes ? 20 : 25))
  }

  @Test("The first digest that differs is found, with the steps before it", arguments: [0, 3, 24])
  func digest(index: Int) throws {
    let bytes = try recording { $0[index].data[12] ^= 1 }
    let found = try verified(bytes)
    let divergence = try #require(found.divergence)
    #expect(divergence.index == UInt64(index) && divergence.inputsBefore == UInt64(index))
    #expect(divergence.before.count == min(index, Verifier.contextLength))
    #expect(divergence.actual?.event.timestamp == divergence.expected?.event.timestamp)
    #expect(found.agreed == UInt64(index))
  }

  @Test("Inputs that no handler saw are counted among those before")
  func passed() throws {
    let bytes = try recording(passesFixes: true) { $0[9].data[12] ^= 1 }
    let found = try verified(bytes, passesFixes: true)
    // Nine accelerations, and the fixes behind the first, the fifth and the ninth.
    #expect(found.divergence?.index == 9 && found.divergence?.inputsBefore == 12)
  }

  @Test("A trace that goes on behind the replay is a step too many; one that ends before may")
  func lengths() throws {
    var bytes = try recording { $0.removeLast(5) }
    #expect(try verified(bytes).divergence == nil && verified(bytes).agreed == 20)
    bytes = try recording { steps in
      var data = steps[24].data
      data[4] += 1
      steps.append((steps[24].time, data))
    }
    let extra = try verified(bytes)
    #expect(extra.divergence?.index == 25 && extra.divergence?.actual == nil)
    #expect(extra.divergence?.inputsBefore == 25 && extra.divergence?.before.count == 10)
  }
}
