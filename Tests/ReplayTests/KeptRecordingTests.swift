import KymoCore
import KymoMCAP
import KymoRecording
import KymoSamples
import Testing

/// The recordings of the project give today what they gave when they were made.
@Suite("Kept recordings") struct KeptRecordingTests {
  @Test("are all found") func all() {
    #expect(Set(KeptRecording.all.map(\.name)).isSuperset(of: ["walk", "drive", "adversarial"]))
    #expect(KeptRecording.all.map(\.name).contains(KeptRecording.page.name))
  }

  @Test("replay to what expected.json says", arguments: KeptRecording.all)
  func expected(recording: KeptRecording) throws {
    let expected = try recording.expected()
    let result = try MemoryRecording(recording.bytes()).replay(NoSink())
    let digest = result.digest
    #expect(digest.count == expected.events)
    #expect(TraceDigest.text(digest.total) == expected.digest)
    let run = SessionResult(app: "", commands: [], digest: digest)
    let channels = run.channelDigests.map {
      ExpectedReplay.Channel(topic: $0.topic, digest: TraceDigest.text($0.digest))
    }
    #expect(channels == expected.channels)
    #expect(result.counts.map(\.name) == expected.commands.map(\.name))
    #expect(result.counts.map(\.byStatus) == expected.commands.map(\.byStatus))
    #expect(result.counts.map(\.total) == expected.commands.map(\.count))
    #expect(result.counts.map(\.total).reduce(0, +) == expected.events, "every event is counted")
  }

  @Test("say themselves what they replay to", arguments: KeptRecording.all)
  func metadata(recording: KeptRecording) throws {
    let expected = try recording.expected()
    let file = try SessionFile(path: recording.path)
    let result = try #require(file.result)
    #expect(TraceDigest.text(result.digest) == expected.digest)
    #expect(result.events == expected.events)
    let channels = result.channelDigests.map {
      ExpectedReplay.Channel(topic: $0.topic, digest: TraceDigest.text($0.digest))
    }
    #expect(channels == expected.channels)
    #expect(result.losses.isEmpty)
    #expect(file.app == DeviceCatalog.name && file.hasTrace)
    // Events of no command are counted as those of one more.
    #expect(file.commands == expected.commands.map(\.name).filter { $0 != "unknown command" })
    #expect(file.description?.seed != nil)
    #expect(file.scan.ending == .complete)
  }

  @Test("agree with their own trace at every step", arguments: KeptRecording.all)
  func trace(recording: KeptRecording) throws {
    let memory = try MemoryRecording(recording.bytes())
    #expect(try memory.divergence()?.index == nil)
    #expect(try UInt64(memory.steps().count) == recording.expected().events)
  }

  @Test("are read in the order of time, source and place", arguments: KeptRecording.all)
  func order(recording: KeptRecording) throws {
    let bytes = try recording.bytes()
    let content = try SessionContent(bytes)
    let events = try MemoryRecording(bytes).events()
    let wanted = content.inputOrder.map { content.messages[$0] }
    try #require(events.count == wanted.count)
    for (event, message) in zip(events, wanted) {
      guard UInt64(event.timestamp) == message.logTime,
        ChannelTable.standard.rows.first(where: { $0.id == message.channelID })?.source
          == event.source,
        // Of requests the texts are compared elsewhere.
        event.kind == .message
          || event.payload.word0 == Self.word(message.data, at: 4)
            && event.payload.word2 == Self.word(message.data, at: 20)
      else {
        Issue.record("an event at \(event.timestamp) ns where \(message.logTime) ns was due")
        return
      }
    }
  }

  private static func word(_ bytes: [UInt8], at start: Int) -> UInt64 {
    bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
