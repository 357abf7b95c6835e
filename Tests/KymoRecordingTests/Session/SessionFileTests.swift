import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// What a file says of itself before anything of it is replayed.
@Suite("Session file") struct SessionFileTests {
  private func recording(isFinished: Bool) throws -> SessionFile {
    let sink = MCAPMemorySink()
    var writer = try SessionWriter(
      sink,
      description: SessionDescription(origin: "test"),
      app: "App",
      commands: ["a"],
      hasTrace: true
    )
    try writer.flush()
    if isFinished {
      let result = SessionResult(app: "App", commands: ["a"], digest: TraceDigest())
      _ = try writer.finish(result)
    }
    return try SessionFile(MCAPMemorySource(sink.bytes))
  }

  @Test("A recording is finished once its last record of metadata is there")
  func finished() throws {
    let cut = try recording(isFinished: false)
    #expect(!cut.isFinished && cut.result == nil && cut.version == SessionFile.currentVersion)
    let whole = try recording(isFinished: true)
    #expect(whole.isFinished && whole.result != nil)
  }

  @Test("A recording that nothing was dispatched for is finished without a result")
  func withoutResult() throws {
    let sink = MCAPMemorySink()
    let description = SessionDescription(origin: "test")
    _ = try SessionWriter(sink, description: description, hasTrace: false).finish(nil)
    let file = try SessionFile(MCAPMemorySource(sink.bytes))
    #expect(file.isFinished && file.result == nil && file.version == SessionFile.currentVersion)
  }

  @Test("Channels that only the chunks describe are found", arguments: [true, false])
  func hiddenChannels(hasTrace: Bool) throws {
    var sample = SessionSample()
    sample.options.repeatChannels = false
    sample.options.repeatSchemas = false
    sample.options.chunkBytes = 100
    if !hasTrace { sample.channels.removeLast() }
    for time in 0..<9 as Range<UInt64> { sample.addAcceleration(1, at: time) }
    sample.addLocation(1, at: 9)
    if hasTrace { sample.add(4, at: 9, SessionSample.cdr([0, 0, 0, 0])) }
    let file = try SessionFile(MCAPMemorySource(sample.written()))
    #expect(file.scan.summary?.catalog.channels.isEmpty == true)
    let topics = file.scan.catalog.channels.map(\.topic).sorted()
    #expect(topics == ["/accelerometer", "/location"] + (hasTrace ? ["/trace"] : []))
    #expect(file.hasTrace == hasTrace)
  }

  @Test("Samples of data lie among the inputs of a recording, and outputs in chunks of their own")
  func sides() throws {
    let run = try RobotApp().run(ChannelSample.robot().written())
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(run.recording))
    let outputs = Set(SessionTopic.allCases.map(\.rawValue))
    let sides = scan.segments.filter { $0.kind == .chunk }.map { segment in
      Set(segment.indexedChannels.map { outputs.contains($0) })
    }
    #expect(sides.contains([true]) && sides.contains([false]))
    #expect(sides.allSatisfy { $0.count == 1 })
  }
}
