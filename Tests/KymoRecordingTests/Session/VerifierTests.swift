import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// A replay is compared with a recording of it, in which something was changed, and what differs is named.
@Suite("Verifier") struct VerifierTests {
  /// What a replay was found to be.
  struct Found {
    var divergence: Divergence?
    var differences: [FieldDifference]
    var agreedCount: UInt64

    var paths: [String] { differences.map(\.path) }
  }

  /// The robot's app, and a recording of it.
  let app: RobotApp
  let recording: [UInt8]
  let events: [Event]

  init() throws {
    app = try RobotApp()
    recording = try app.run(ChannelSample.robot().written()).recording
    events = try app.read(recording).map(\.event)
  }

  /// Replays the robot's file and holds that against a recording.
  private func found(
    against recording: [UInt8],
    _ fault: ReplayFault? = nil,
    app name: String = "Robot"
  ) throws -> Found {
    let source = MCAPMemorySource(self.recording)
    let table = try app.table()
    let routing = CommandRouting(table, channels: app.channels)
    let verifier = Verifier(
      try SessionFile(MCAPMemorySource(recording)),
      app: name,
      commands: RobotApp.commands,
      channels: app.channels
    )
    var options = ReplayOptions()
    options.fault = fault
    let events = try SessionFile(source).events(routing)
    var result = Replay.run(events, table: table, sink: verifier, options: options)
    let end = SessionResult(
      app: name,
      commands: RobotApp.commands,
      channels: app.channels,
      digest: result.digest
    )
    result.sink.finish(end)
    if let failure = result.sink.failure { throw failure }
    return Found(
      divergence: result.sink.divergence,
      differences: result.sink.differences,
      agreedCount: result.sink.agreedCount
    )
  }

  /// The recording with other messages; what else it says stays.
  private func rewritten(
    schemas redefine: (inout [MCAPSchema]) -> Void = { _ in },
    _ change: (inout [MCAPMessage]) throws -> Void
  ) throws -> [UInt8] {
    let (channels, written, messages) = try RobotApp.content(recording)
    var (schemas, changed) = (written, messages)
    redefine(&schemas)
    try change(&changed)
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink)
    var reader = MCAPStreamReader(MCAPMemorySource(recording))
    var metadata: [MCAPMetadata] = []
    while let record = try reader.next() {
      if case .metadata(let found) = record { metadata.append(found) }
    }
    if let first = metadata.first { try writer.append(first) }
    for schema in schemas { try writer.register(schema) }
    for channel in channels { try writer.register(channel) }
    for message in changed { try writer.append(message) }
    for last in metadata.dropFirst() { try writer.append(last) }
    _ = try writer.finish()
    return sink.bytes
  }

  /// The place of the nth message of a topic.
  private func place(_ number: Int, of topic: SessionTopic, in messages: [MCAPMessage]) -> Int {
    let places = messages.indices.filter { messages[$0].channelID == topic.rawValue }
    precondition(number < places.count, "\(topic) has \(places.count)")
    return places[number]
  }

  @Test("The same, as it was written and as another program lays it out, is the same")
  func same() throws {
    for bytes in [recording, try rewritten { _ in }] {
      let found = try found(against: bytes)
      #expect(found.divergence == nil && found.paths == [])
      #expect(found.agreedCount == UInt64(events.count))
    }
  }

  @Test("A schema that differs is named, and not each of its channels, too")
  func schema() throws {
    let (_, schemas, _) = try RobotApp.content(recording)
    for (place, schema) in schemas.enumerated() {
      let changed = try rewritten(schemas: { $0[place].data.append(0x20) }) { _ in }
      // Of a channel without a definition of its own the replay takes over the recorded one: the seal tells.
      let expected = schema.name == "acme/msg/Wheel" ? "metadata.seal" : "schema." + schema.name
      #expect(try found(against: changed).paths == [expected])
    }
  }

  @Test("A digest is the same today as ever, with texts and without") func golden() throws {
    let result = try #require(try SessionFile(MCAPMemorySource(recording)).result)
    #expect(TraceDigest.text(result.digest) == "4f24a84816cb0a6a")
  }

  @Test("A bit of an input, and the ten steps before it", arguments: [0, 3, 10, 11, 100])
  func flipped(index: Int) throws {
    let found = try found(against: recording, .flip(UInt64(index)))
    let divergence = try #require(found.divergence)
    #expect(divergence.index == UInt64(index) && divergence.inputsBefore == UInt64(index))
    #expect(divergence.field == "input.data" && !divergence.isPassed && divergence.isInput)
    #expect(divergence.actual?.event.timestamp == events[index].timestamp)
    #expect(divergence.expected?.event.sequence == events[index].sequence)
    let before = events[..<index].suffix(Verifier.contextLength)
    #expect(divergence.before.map(\.event.timestamp) == before.map(\.timestamp))
    #expect(divergence.before.map(\.event.source) == before.map(\.source))
    #expect(found.paths.contains("digest") && found.paths.contains("metadata.digest"))
  }

  @Test("An input that was left out, also the last")
  func dropped() throws {
    let first = try found(against: recording, .drop(4))
    #expect(first.divergence?.index == 4)
    let last = events.count - 1
    let found = try found(against: recording, .drop(UInt64(last)))
    let divergence = try #require(found.divergence)
    #expect(divergence.field == "outcome.extra" && divergence.actual == nil)
    #expect(divergence.index == UInt64(last) && divergence.inputsBefore == UInt64(last))
    #expect(divergence.expected?.event.timestamp == events[last].timestamp)
    #expect(divergence.expected?.event.source == events[last].source)
    #expect(divergence.before.count == Verifier.contextLength)
    #expect(found.paths.contains("input.extra") && found.agreedCount == UInt64(last))
  }

  @Test("Another app is a difference of the metadata, and of no step")
  func metadata() throws {
    let found = try found(against: recording, app: "Other")
    #expect(found.divergence == nil)
    #expect(found.paths.contains("metadata.app") && !found.paths.contains("outcome.extra"))
    #expect(found.paths.allSatisfy { $0.hasPrefix("metadata.") })
  }

  @Test("A step whose message has another number is that step", arguments: [0, 7, 200])
  func numbered(number: Int) throws {
    let bytes = try rewritten { messages in
      messages[place(number, of: .trace, in: messages)].sequence += 1000
    }
    let found = try found(against: bytes)
    #expect(found.differences == [FieldDifference(path: "trace.sequence", count: 1)])
    #expect(found.divergence?.index == UInt64(number))
    #expect(found.divergence?.expected?.event.timestamp == events[number].timestamp)
  }

  @Test("A step that the recording lacks, and one that it has twice", arguments: [0, 7, 276])
  func steps(number: Int) throws {
    let without = try rewritten { $0.remove(at: place(number, of: .trace, in: $0)) }
    let missing = try found(against: without)
    #expect(missing.paths == ["outcome.missing"] && missing.differences.first?.count == 1)
    #expect(missing.divergence?.index == UInt64(number) && missing.divergence?.expected == nil)
    #expect(missing.divergence?.actual?.event.timestamp == events[number].timestamp)
    let twice = try rewritten {
      let place = place(number, of: .trace, in: $0)
      $0.insert($0[place], at: place)
    }
    #expect(try found(against: twice).paths == ["outcome.extra"])
  }

  /// The topic of the channel that an event came from; nil for one that a handler raised.
  private func topic(_ number: Int) -> String? {
    app.channels.row(events[number].source)?.channel.topic
  }

  @Test("A difference names the channels whose steps have it, and only of steps")
  func topics() throws {
    let first = try #require(topic(0))
    let second = try #require(events.indices.first { topic($0) != nil && topic($0) != first })
    let other = try #require(topic(second))
    let missing = try #require(events.indices.last { topic($0) == first })
    let bytes = try rewritten {
      // The error of the one, and the size of the reply of the other.
      $0[place(0, of: .trace, in: $0)].data[22] ^= 1
      $0[place(second, of: .trace, in: $0)].data[28] ^= 1
      $0[place(0, of: .digest, in: $0)].data[12] ^= 1
      $0.remove(at: place(missing, of: .trace, in: $0))
    }
    let found = try found(against: bytes).differences
    func topics(_ path: String) -> [String]? { found.first { $0.path == path }?.topics }
    #expect(topics("outcome.error_code") == [first])
    #expect(topics("reply.size") == [other])
    #expect(topics("outcome.missing") == [first])
    #expect(topics("digest") == [])
  }

  @Test("A step that the recording has too many is one of its own channel", arguments: [0, 7, 276])
  func extraTopic(number: Int) throws {
    let bytes = try rewritten {
      let place = place(number, of: .trace, in: $0)
      $0.insert($0[place], at: place)
    }
    let extra = try found(against: bytes).differences.first
    #expect(extra?.path == "outcome.extra" && extra?.topics == topic(number).map { [$0] } ?? [])
  }

  @Test("A step of which one field differs", arguments: [0, 7, 276])
  func field(number: Int) throws {
    let bytes = try rewritten { $0[place(number, of: .trace, in: $0)].data[22] ^= 1 }
    let found = try found(against: bytes)
    #expect(found.paths == ["outcome.error_code"] && found.differences.first?.count == 1)
    #expect(found.divergence?.index == UInt64(number))
    #expect(found.divergence?.expected?.step.outcome.errorCode == 1)
    #expect(found.divergence?.actual?.step.outcome.errorCode == 0)
  }

  @Test("A digest alone says that something differs, over which steps, but not which step")
  func digest() throws {
    let bytes = try rewritten { $0[place(0, of: .digest, in: $0)].data[12] ^= 1 }
    let found = try found(against: bytes)
    #expect(found.paths == ["digest"] && found.divergence == nil)
    #expect(found.differences.first?.steps?.lowerBound == 0)
  }

  @Test("Two recordings of one app are compared in the same way")
  func comparison() throws {
    let one = try SessionFile(MCAPMemorySource(recording))
    let same = try RecordingComparison(one, against: one)
    #expect(same.isIdentical && same.divergence == nil && same.stepCount == UInt64(events.count))
    let changed = try rewritten { $0[place(7, of: .trace, in: $0)].data[22] ^= 1 }
    let other = try SessionFile(MCAPMemorySource(changed))
    let found = try RecordingComparison(one, against: other)
    #expect(found.differences == [FieldDifference(path: "outcome.error_code", count: 1)])
    #expect(found.divergence?.index == 7 && found.divergence?.inputsBefore == 7)
    #expect(found.divergence?.expected?.step.outcome.errorCode == 0)
    #expect(found.divergence?.actual?.step.outcome.errorCode == 1)
    let before = events[..<7].map(\.timestamp)
    #expect(found.divergence?.before.map(\.event.timestamp) == before)
    var options = ReplayOptions()
    options.fault = .drop(276)
    let shorter = try app.run(recording, options: options).recording
    let cut = try RecordingComparison(one, against: SessionFile(MCAPMemorySource(shorter)))
    let paths = cut.differences.map(\.path)
    #expect(paths.contains("outcome.extra") && paths.contains("input.extra"))
    #expect(cut.stepCount == 276)
  }
}
