import KymoBridge
import KymoCore

import KymoRecording
import KymoDevice
import KymoMCAP
import KymoSamples

/// A recording whose bytes lie in memory, replayed through DeviceCatalog.
struct MemoryRecording {
  let bytes: [UInt8]
  let source: MCAPMemorySource
  let scan: MCAPScan
  /// How the calls of its page are read; nil for a session without a page.
  var calls: CallRules?
  /// Where the choices of its phone come from.
  var seed: UInt64?

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    source = MCAPMemorySource(bytes)
    scan = try MCAPSegmentScanner.scan(source)
    var window = try MCAPWindow(source)
    for index in scan.metadata where index.name == SessionDescription.recordName {
      let prefix = try window.prefix(at: index.offset)
      guard case .metadata(let record)? = try window.record(prefix, MCAPLimits()) else { continue }
      let description = SessionDescription(record.metadata)
      calls = description.calls
      seed = description.seed
    }
  }

  /// A table with new handlers and, if there is a page, a new phone.
  func table() throws -> CommandTable {
    guard let calls else { return try CommandTable(DeviceCatalog.makeMap()) }
    var model = PhoneModel()
    model.seed = seed ?? 0
    return try CommandTable(DeviceCatalog.makeMap(try Phone(model), calls: calls))
  }

  private func routing(_ table: borrowing CommandTable) -> CommandRouting {
    CommandRouting(table, calls: calls ?? CallRules())
  }

  func events() throws -> [Event] {
    var events = try SessionEvents(source, scan: scan, routing: routing(try table()))
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
  func replay<Sink: OutcomeSink & ~Copyable>(
    _ sink: consuming Sink,
    _ options: ReplayOptions = ReplayOptions()
  ) throws -> ReplayResult<Sink> {
    let table = try table()
    let events = try SessionEvents(source, scan: scan, routing: routing(table))
    let result = Replay.run(events, table: table, sink: sink, options: options)
    if let failure = result.failure { throw failure }
    return result
  }

  func digest(_ options: ReplayOptions = ReplayOptions()) throws -> TraceDigest {
    try replay(NoSink(), options).digest
  }

  /// Replays against the recording and returns the first step that differs.
  func divergence(_ fault: ReplayFault? = nil, rings: Int = 1) throws -> Divergence? {
    try verification(fault, rings: rings).divergence
  }

  /// Replays against the recording; throws what was wrong with the file.
  func verification(_ fault: ReplayFault? = nil, rings: Int = 1) throws -> Verification {
    var options = ReplayOptions()
    options.fault = fault
    options.rings = rings
    let file = try SessionFile(source)
    var setup = AppSetup(file)
    setup.calls = calls
    setup.seed = seed ?? 0
    let app = try AppInstance(DeviceCatalog.self, setup: setup)
    let verifier = file.verifier(for: app)
    let (own, names, channels) = (app.app, app.table.names, app.routing.channels)
    let events = try file.events(app.routing)
    var result = Replay.run(events, table: app.table, sink: verifier, options: options)
    if let failure = result.failure { throw failure }
    var end = SessionResult(
      app: DeviceCatalog.name,
      commands: names,
      channels: channels,
      digest: result.digest
    )
    end.counters = own.counters
    let verification = file.verification(of: end, by: &result.sink)
    if case .unreadable(let failure) = verification { throw failure }
    return verification
  }

  /// Records a replay, and returns the bytes of the new recording with the digest of the run.
  func recorded(hasTrace: Bool = true) throws -> (bytes: [UInt8], digest: TraceDigest) {
    let sink = MCAPMemorySink()
    let names = try table().names
    var description = SessionDescription(origin: "replay test", seed: seed)
    description.calls = calls
    let writer = try SessionWriter(
      sink,
      description: description,
      app: DeviceCatalog.name,
      commands: names,
      hasTrace: hasTrace
    )
    var result = try replay(OptionalSink(Recorder(writer, hasTrace: hasTrace)))
    let digest = result.digest
    let end = SessionResult(app: DeviceCatalog.name, commands: names, digest: digest)
    _ = try result.sink.take()?.finish(end)
    return (sink.bytes, digest)
  }
}
