import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// A file of somebody else's through an app that listens to its channels.
@Suite("Replaying channels") struct ChannelReplayTests {
  @Test("the handlers read what the file has, and the digest is that of the file")
  func robot() throws {
    let bytes = try ChannelSample.robot().written()
    let app = try RobotApp()
    let first = try app.run(bytes)
    #expect(first.counts == ["imu": 200, "note": 10, "wheel": 67, "gyroscope": 0])
    #expect(first.unheard.map(\.topic) == ["/camera"])
    #expect(first.digest.count == 277)
    for rings in [1, 3] {
      for speed in [ReplaySpeed.maximum, .times(10)] {
        var options = ReplayOptions()
        options.rings = rings
        options.ringCapacity = 4
        options.speed = speed
        options.clock = VirtualClock()
        let again = try app.run(bytes, options: options)
        #expect(again.digest == first.digest)
        #expect(again.recording == first.recording)
      }
    }
    for source in UInt8(16)...18 {
      #expect(first.digest.digest(of: SourceID(rawValue: source)) != 0)
    }
    #expect(first.digest.digest(of: SourceID(rawValue: 19)) == 0)
    #expect(first.digest.digest(of: .device) == 0)
  }

  @Test("what is recorded of a replay has the same bytes, schemas and digest, again and again")
  func recorded() throws {
    let sample = ChannelSample.robot()
    let app = try RobotApp()
    let first = try app.run(sample.written())
    let (channels, schemas, messages) = try RobotApp.content(first.recording)
    for (topic, id) in [("/robot/imu", 20), ("/note", 21)] as [(String, UInt16)] {
      let channel = try #require(channels.first { $0.topic == topic })
      #expect(channel.id == id + 252, "256 and the source")
      #expect(
        messages.filter { $0.channelID == channel.id }.map(\.data)
          == sample.messages.filter { $0.channelID == id }.map(\.data)
      )
    }
    let wheel = try #require(channels.first { $0.topic == "/wheel" })
    #expect(
      messages.filter { $0.channelID == wheel.id }.map(\.data)
        == sample.messages.filter { $0.channelID == 22 }.map { Array($0.data.dropLast(2)) }
    )
    #expect(!channels.contains { $0.topic == "/camera" })
    let schema = try #require(schemas.first { $0.name == "acme/msg/Wheel" })
    #expect(schema.data == Array("float64 a\nfloat32 b".utf8), "the definition of the file")
    #expect(try #require(channels.first { $0.topic == "/note" }).schemaID == 0)

    let second = try app.run(first.recording)
    #expect(second.digest == first.digest)
    #expect(second.recording == first.recording)
    #expect(second.unheard.isEmpty, "the trace is no input that was left out")
    let source = MCAPMemorySource(first.recording)
    let scan = try MCAPSegmentScanner.scan(source)
    let table = try app.table()
    var result = Replay.run(
      try SessionEvents(
        source,
        scan: scan,
        routing: CommandRouting(table, channels: app.channels)
      ),
      table: table,
      sink: Verifier(
        try SessionFile(source),
        app: "Robot",
        commands: RobotApp.commands,
        channels: app.channels
      )
    )
    result.sink.finish(
      SessionResult(
        app: "Robot",
        commands: RobotApp.commands,
        channels: app.channels,
        digest: result.digest
      )
    )
    #expect(result.sink.differences.isEmpty)
    #expect(result.sink.divergence == nil && result.sink.failure == nil)
    #expect(result.sink.agreedCount == 277)
  }

  @Test("channels that the app does not list are recorded and counted, and in no digest")
  func passed() throws {
    var sample = ChannelSample.robot()
    let gyroscope = sample.channel(
      "/gyroscope",
      schema: "geometry_msgs/msg/Vector3",
      encoding: "cdr"
    )
    let imu = sample.channel("/imu", schema: "sensor_msgs/msg/Imu", encoding: "cdr")
    let plain = try RobotApp().run(sample.written())
    for time in UInt64(0)..<300 {
      sample.add(gyroscope, at: time * 7_000_001, SessionSample.acceleration(Double(time)))
      if time % 50 == 0 { sample.add(imu, at: time * 7_000_001, ChannelSample.imu(9)) }
    }
    sample.messages.sort { ($0.logTime, $0.channelID) < ($1.logTime, $1.channelID) }
    let bytes = try sample.written()
    let run = try RobotApp().run(bytes)
    #expect(run.digest == plain.digest)
    #expect(run.unheard.map(\.topic) == ["/camera", "/gyroscope", "/imu"])
    #expect(run.unheard.map(\.count) == [20, 300, 6])
    #expect(run.unheard.map(\.use) == [.leftOut, .passed, .passed])
    let (channels, _, messages) = try RobotApp.content(run.recording)
    #expect(channels.first { $0.topic == "/gyroscope" }?.id == 7)
    #expect(channels.first { $0.topic == "/imu" }?.id == 10)
    #expect(messages.count { $0.channelID == 7 } == 300)
    #expect(
      messages.filter { $0.channelID == 10 }.map(\.data)
        == Array(repeating: ChannelSample.imu(9), count: 6)
    )
    #expect(messages.count { $0.channelID == SessionTopic.trace.rawValue } == 277)
    // In the order of all events, so that the chunks of the recording are in order too; outputs have their own.
    let outputs = SessionTopic.allCases.map(\.rawValue)
    let inputs = messages.filter { !outputs.contains($0.channelID) }
    for (left, right) in zip(inputs, inputs.dropFirst()) { #expect(left.logTime <= right.logTime) }
    #expect(try RobotApp().run(run.recording).recording == run.recording)

    // An app that lists them has them in its digest, and those of the others stay.
    let listening = try RobotApp([.gyroscope] + ChannelSample.robotChannels)
    let heard = try listening.run(run.recording)
    #expect(heard.counts["gyroscope"] == 300)
    #expect(heard.digest.total != run.digest.total)
    #expect(heard.digest.digest(of: .gyroscope) != 0)
    for source in UInt8(16)...18 {
      let source = SourceID(rawValue: source)
      #expect(heard.digest.digest(of: source) == run.digest.digest(of: source))
    }
  }

  @Test("a replay without a trace records every input")
  func plain() throws {
    let bytes = try ChannelSample.robot().written()
    let app = try RobotApp()
    let traced = try app.run(bytes)
    let plain = try app.run(bytes, hasTrace: false)
    #expect(plain.digest == traced.digest)
    #expect(try app.run(plain.recording).recording == traced.recording)
  }

  @Test("one bit of a message is another digest", arguments: [20, 21, 22] as [UInt16])
  func bit(channel: UInt16) throws {
    var sample = ChannelSample.robot()
    let app = try RobotApp()
    let good = try app.run(sample.written()).digest
    let place = try #require(sample.messages.lastIndex { $0.channelID == channel })
    sample.messages[place].data[11] ^= 1
    let changed = try app.run(sample.written()).digest
    #expect(changed.total != good.total)
    for source in UInt16(16)...18 {
      let id = SourceID(rawValue: UInt8(source))
      #expect((changed.digest(of: id) == good.digest(of: id)) == (source + 4 != channel))
    }
  }

  @Test("faults are made in data too", arguments: [ReplayFault.drop(5), .flip(5), .swap(5)])
  func faults(fault: ReplayFault) throws {
    let bytes = try ChannelSample.robot().written()
    let app = try RobotApp()
    var options = ReplayOptions()
    options.fault = fault
    #expect(try app.run(bytes, options: options).digest != app.run(bytes).digest)
  }

  @Test("the metadata names the digest of each channel that had events")
  func metadata() throws {
    let run = try RobotApp().run(ChannelSample.robot().written())
    let result = SessionResult(
      app: "Robot",
      commands: [],
      channels: try RobotApp().channels,
      digest: run.digest
    )
    #expect(
      result.channelDigests.map(\.topic)
        == ["/accelerometer", "/location", "/robot/imu", "/note", "/wheel"]
    )
  }

  @Test("a file whose summary hides a channel of data")
  func hidden() throws {
    let sample = ChannelSample.robot()
    var records: [UInt8] = []
    for schema in sample.schemas { records += MCAPRecord.schema(schema).encoded }
    for channel in sample.channels { records += MCAPRecord.channel(channel).encoded }
    for message in sample.messages { records += MCAPRecord.message(message).encoded }
    let chunk = MCAPChunk(
      startTime: 0,
      endTime: sample.messages.map(\.logTime).max() ?? 0,
      uncompressedSize: UInt64(records.count),
      uncompressedCRC: 0,
      compression: "",
      records: records
    )
    var bytes = MCAPFormat.magic
    bytes += MCAPRecord.header(MCAPHeader(profile: "", library: "")).encoded
    bytes += MCAPRecord.chunk(chunk).encoded
    bytes += MCAPRecord.dataEnd(MCAPDataEnd(dataSectionCRC: 0)).encoded
    let start = UInt64(bytes.count)
    bytes += MCAPRecord.schema(sample.schemas[1]).encoded
    bytes += MCAPRecord.channel(sample.channels[2]).encoded
    let footer = MCAPFooter(summaryStart: start, summaryOffsetStart: 0, summaryCRC: 0)
    bytes += MCAPRecord.footer(footer).encoded + MCAPFormat.magic
    do {
      _ = try RobotApp().run(bytes)
      Issue.record("no error")
    } catch SessionError.content(let problem) {
      #expect(problem == "it has a message of /robot/imu, but its summary has no channel for it")
    }
  }
}
