import KymoCore
import KymoMCAP
import KymoRecording

extension RobotApp {
  /// What a replay of a file came to, and what was recorded of it.
  struct Run {
    var digest: TraceDigest
    var counts: [String: UInt64]
    var unheard: [UnheardChannel]
    var recording: [UInt8]
  }

  /// Replays a file, recording the replay.
  func run(
    _ bytes: [UInt8],
    options: ReplayOptions = ReplayOptions(),
    hasTrace: Bool = true
  ) throws -> Run {
    let source = MCAPMemorySource(bytes)
    let scan = try MCAPSegmentScanner.scan(source)
    let table = try table()
    let routing = CommandRouting(table, channels: channels)
    let sink = MCAPMemorySink()
    let writer = try SessionWriter(
      sink,
      description: SessionDescription(origin: "robot"),
      app: "Robot",
      commands: Self.commands,
      channels: channels.describing(scan.catalog),
      hasTrace: hasTrace
    )
    var result = Replay.run(
      try SessionEvents(source, scan: scan, routing: routing),
      table: table,
      sink: OptionalSink(Recorder(writer, hasTrace: hasTrace)),
      options: options
    )
    let end = SessionResult(
      app: "Robot",
      commands: Self.commands,
      channels: channels,
      digest: result.digest
    )
    _ = try result.sink.sink.take()?.finish(end)
    if let failure = result.failure { throw failure }
    return Run(
      digest: result.digest,
      counts: Dictionary(uniqueKeysWithValues: result.counts.map { ($0.name, $0.byStatus[0]) }),
      unheard: result.unheard,
      recording: sink.bytes
    )
  }

  /// The messages of a recording, by topic.
  static func content(_ bytes: [UInt8]) throws -> (
    channels: [MCAPChannel], schemas: [MCAPSchema], messages: [MCAPMessage]
  ) {
    var reader = MCAPStreamReader(MCAPMemorySource(bytes))
    var messages: [MCAPMessage] = []
    while let record = try reader.next() {
      if case .message(let message) = record { messages.append(message) }
    }
    return (reader.catalog.channels, reader.catalog.schemas, messages)
  }
}
