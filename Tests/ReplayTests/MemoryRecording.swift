import KymoBridge
import KymoCore
import KymoDevice
import KymoRecording

/// A recording whose bytes lie in memory, replayed through DeviceCatalog.
struct MemoryRecording {
  let source: MCAPMemorySource
  let scan: MCAPScan
  /// How the page's calls are read; nil without a page.
  let calls: CallRules?
  /// The seed of the session, and so of its phone.
  let seed: UInt64

  init(_ bytes: [UInt8]) throws {
    source = MCAPMemorySource(bytes)
    scan = try MCAPSegmentScanner.scan(source)
    let hasPage = !scan.catalog.channels(topic: SessionTopic.request.name).isEmpty
    calls = hasPage ? CallRules() : nil
    let metadata = hasPage ? try SessionContent(bytes).metadata.last?.metadata : nil
    seed = metadata?["seed"].flatMap { UInt64($0) } ?? 0
  }

  func table() throws -> CommandTable {
    guard let calls else { return try CommandTable(DeviceCatalog.makeMap()) }
    var model = PhoneModel()
    model.seed = seed
    return try CommandTable(DeviceCatalog.makeMap(Phone(model), calls: calls))
  }

  func events() throws -> [Event] {
    var events = try SessionEvents(source, scan: scan, routing: CommandRouting(try table()))
    var list: [Event] = []
    while let event = try events.next() { list.append(event) }
    return list
  }

  func steps() throws -> [TraceStep] {
    var reader = TraceReader(source, scan: scan)
    var list: [TraceStep] = []
    while let next = try reader.next() { list.append(next.step) }
    return list
  }

  /// Replays with new handlers; throws what was wrong with the file.
  func replay<Steps: StepSink & ~Copyable>(
    _ steps: consuming Steps,
    _ options: ReplayOptions = ReplayOptions()
  ) throws -> ReplayResult<Steps> {
    let table = try self.table()
    let events = try SessionEvents(source, scan: scan, routing: CommandRouting(table))
    let result = Replay.run(events, table: table, steps: steps, options: options)
    if let failure = result.failure { throw failure }
    return result
  }

  func digest(_ options: ReplayOptions = ReplayOptions()) throws -> TraceDigest {
    try replay(NoSteps(), options).digest
  }

  /// Replays against the trace in the recording and returns the first difference.
  func divergence(_ fault: ReplayFault? = nil, rings: Int = 1) throws -> Divergence? {
    var options = ReplayOptions()
    options.fault = fault
    options.rings = rings
    var result = try replay(Verifier(TraceReader(source, scan: scan)), options)
    result.steps.finish()
    if let failure = result.steps.failure { throw failure }
    return result.steps.divergence
  }

  /// Records a replay, and returns the bytes of the new recording with the digest of the run.
  func recorded(hasTrace: Bool = true) throws -> (bytes: [UInt8], digest: TraceDigest) {
    let sink = MCAPMemorySink()
    var description = SessionDescription(origin: "replay test")
    description.calls = calls
    description.seed = seed
    let names = try self.table().names
    let writer = try SessionWriter(
      sink,
      description: description,
      app: DeviceCatalog.name,
      commands: names,
      hasTrace: hasTrace
    )
    var result = try replay(RecorderSlot(recorder: Recorder(writer, hasTrace: hasTrace)))
    let digest = result.digest
    let end = SessionResult(app: DeviceCatalog.name, commands: names, digest: digest)
    _ = try result.steps.recorder.take()?.finish(end)
    return (sink.bytes, digest)
  }
}
