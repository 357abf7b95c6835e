import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// How the messages of any channel become events, and what is refused.
@Suite("Reading channels") struct ChannelReadTests {
  /// The error with which reading ends.
  private func error(_ sample: ChannelSample, _ app: RobotApp) throws -> MCAPError {
    do {
      _ = try app.read(sample.written())
      Issue.record("no error")
    } catch SessionError.file(let error) { return error }
    return MCAPError(.system(0), at: 0, "none")
  }

  @Test("samples, data and texts, in the order of time and source, the numbers of each its own")
  func robot() throws {
    let sample = ChannelSample.robot()
    let read = try RobotApp().read(sample.written())
    #expect(read.count == 200 + 10 + 67)
    for (left, right) in zip(read, read.dropFirst()) {
      #expect(left.event.precedes(right.event))
    }
    for (source, channel) in [(16, 20), (17, 21), (18, 22)] as [(UInt8, UInt16)] {
      let own = read.filter { $0.event.source.rawValue == source }
      let sent = sample.messages.filter { $0.channelID == channel }
      #expect(own.map(\.event.sequence) == (0..<UInt32(sent.count)).map { $0 })
      #expect(own.map { UInt64($0.event.timestamp) } == sent.map(\.logTime))
      #expect(own.allSatisfy { $0.event.command.rawValue == UInt16(source) - 15 })
      if source == 18 {
        #expect(own.allSatisfy { $0.event.kind == .sample && $0.data.isEmpty })
        #expect(own.map { $0.event.payload.double(0) } == (0..<67).map { Double($0 * 3) })
        #expect(own.allSatisfy { $0.event.payload.word1 == 0x3F00_0000 }, "and what follows is not")
      } else {
        #expect(own.allSatisfy { $0.event.kind == .data })
        #expect(own.map(\.data) == sent.map(\.data), "the bytes of the file, header included")
      }
    }
  }

  @Test("samples of every size", arguments: 1...48)
  func sizes(bytes: Int) throws {
    var sample = ChannelSample()
    let id = sample.channel("/s", schema: "x/msg/S", encoding: "cdr")
    let body = (0..<bytes).map { UInt8($0 + 1) }
    sample.add(id, at: 1, [0, 1, 0, 0] + body)
    sample.add(id, at: 2, [0, 1, 9, 9] + body + [0xEE])
    let app = try RobotApp([.sample("/s", schema: "x/msg/S", bytes: bytes, command: "wheel")])
    let read = try app.read(sample.written())
    try #require(read.count == 2)
    for event in read.map(\.event) {
      for offset in 0..<48 {
        let expected = offset < bytes ? body[offset] : 0
        #expect(event.payload.integer(atByte: offset, as: UInt8.self) == expected)
      }
    }
    sample.messages[1].data.removeLast(2)
    let error = try error(sample, app)
    #expect(error.kind == .unsupported)
    #expect(error.message.contains("not little-endian CDR of at least \(bytes + 4) bytes"))
  }

  @Test("CDR data that is too short or big-endian")
  func notCDR() throws {
    let whole = ChannelSample.imu(1, frame: "")
    var bigEndian = whole
    bigEndian[1] = 0
    for data in [Array(whole.dropLast()), [0, 1], [], bigEndian] {
      var sample = ChannelSample()
      let id = sample.channel("/imu", schema: "sensor_msgs/msg/Imu", encoding: "cdr")
      sample.add(id, at: 1, data)
      let error = try error(sample, RobotApp([.imu]))
      #expect(error.kind == .unsupported, "nothing that could be salvaged")
      #expect(error.message.contains("channel \(id) (/imu)"))
      #expect(
        error.message.contains(
          "its message at 1 ns is not little-endian CDR of at least \(whole.count) bytes"
        )
      )
    }
  }

  @Test("a text of any bytes, none included")
  func text() throws {
    var sample = ChannelSample()
    let id = sample.channel("/note", encoding: "text")
    sample.add(id, at: 1, [])
    sample.add(id, at: 2, [0xFF, 0, 0xC3])
    let read = try RobotApp().read(sample.written())
    #expect(read.map(\.data) == [[], [0xFF, 0, 0xC3]])
  }

  @Test("data beyond the limit names channel, time and limit")
  func limit() throws {
    var sample = ChannelSample()
    let id = sample.channel("/note", encoding: "text")
    sample.add(id, at: 77, Array(repeating: 1, count: 100))
    let row = InputChannel.data(
      "/note",
      messageEncoding: "text",
      maximumBytes: 100,
      command: "note"
    )
    #expect(try RobotApp([row]).read(sample.written()).count == 1)
    let error = try error(sample, RobotApp([row.maximumBytes(99)]))
    #expect(error.kind == .unsupported)
    #expect(error.message.contains("channel \(id) (/note)"))
    #expect(error.message.contains("its message at 77 ns has 100 bytes; the app takes 99 at most"))
  }

  @Test(
    "a listed topic of another schema or encoding is refused",
    arguments: [
      ("acme/msg/Imu", "cdr", "acme/msg/Imu in cdr"), ("", "cdr", "none in cdr"),
      ("sensor_msgs/msg/Imu", "ros1", "sensor_msgs/msg/Imu in ros1"),
    ]
  )
  func schema(schema: String, encoding: String, shown: String) throws {
    var sample = ChannelSample()
    let id = sample.channel("/imu", schema: schema, encoding: encoding)
    sample.add(id, at: 1, ChannelSample.imu(1))
    let error = try error(sample, RobotApp([.imu]))
    #expect(error.kind == .unsupported)
    #expect(error.message.contains("channel \(id) (/imu)"))
    #expect(
      error.message.contains("its schema is \(shown); replay needs sensor_msgs/msg/Imu in cdr")
    )
    // Who does not listen to it replays the rest of the file.
    #expect(try RobotApp([.accelerometer]).read(sample.written()).isEmpty)
  }

  @Test("a channel that must have no schema, but has one")
  func schemaless() throws {
    var sample = ChannelSample()
    let id = sample.channel("/note", schema: "std_msgs/msg/String", encoding: "text")
    sample.add(id, at: 1, [1])
    let error = try error(sample, RobotApp())
    #expect(error.message.contains("replay needs none in text"))
  }

  @Test("what no handler gets is passed or left out, and counted")
  func unheard() throws {
    var sample = ChannelSample.robot()
    let gyroscope = sample.channel(
      "/gyroscope",
      schema: "geometry_msgs/msg/Vector3",
      encoding: "cdr"
    )
    for time in 0..<5 { sample.add(gyroscope, at: UInt64(time), SessionSample.acceleration(1)) }
    let trace = sample.channel("/trace", schema: "kymograph/msg/Step", encoding: "cdr")
    sample.add(trace, at: 1, [0])
    let source = MCAPMemorySource(try sample.written())
    for passes in [true, false] {
      let app = try RobotApp([.imu.topic("/robot/imu")])
      var routing = CommandRouting(try app.table(), channels: app.channels)
      if !passes { routing.passed = nil }
      var events = try SessionEvents(
        source,
        scan: MCAPSegmentScanner.scan(source),
        routing: routing
      )
      var count = 0
      var passed = 0
      while let event = try events.next() {
        count += 1
        if event.command == routing.passed { passed += 1 }
      }
      #expect(count == (passes ? 205 : 200))
      #expect(passed == (passes ? 5 : 0))
      let unheard = events.unheard
      #expect(unheard.map(\.topic) == ["/note", "/wheel", "/camera", "/gyroscope"])
      #expect(unheard.map(\.count) == [10, 67, 20, 5])
      #expect(unheard.map(\.use) == [.leftOut, .leftOut, .leftOut, passes ? .passed : .leftOut])
      #expect(unheard[2].schemaName == "foxglove.CompressedImage")
    }
  }

  @Test("what a listed channel brings is counted where its command has no handler")
  func unhandled() throws {
    let app = try RobotApp([.imu.topic("/robot/imu"), .magnetometer])
    var sample = ChannelSample.robot()
    let vector = "geometry_msgs/msg/Vector3"
    let channel = sample.channel("/magnetometer", schema: vector, encoding: "cdr")
    for time in 0..<5 { sample.add(channel, at: UInt64(time), SessionSample.acceleration(1)) }
    let run = try app.run(sample.written())
    let unhandled = run.unheard.filter { $0.use == .unhandled }
    #expect(unhandled.map(\.topic) == ["/magnetometer"] && unhandled.map(\.count) == [5])
    #expect(run.unheard.allSatisfy { $0.topic != "/robot/imu" })
    // What is no event of a channel that the app lists is an error, with a handler or without.
    sample.add(channel, at: 9, [])
    #expect(try error(sample, app).message.contains("(/magnetometer)"))
  }

  @Test("what cannot be read of a channel that the app does not list is left out and counted")
  func unreadable() throws {
    var sample = ChannelSample.robot()
    let vector = "geometry_msgs/msg/Vector3"
    let gyroscope = sample.channel("/gyroscope", schema: vector, encoding: "cdr")
    let imu = sample.channel("/imu", schema: "sensor_msgs/msg/Imu", encoding: "cdr")
    var bigEndian = SessionSample.acceleration(1)
    bigEndian[1] = 0
    sample.add(gyroscope, at: 1, SessionSample.acceleration(1))
    sample.add(gyroscope, at: 2, bigEndian)
    sample.add(gyroscope, at: 3, [])
    sample.add(gyroscope, at: 1 << 63, SessionSample.acceleration(1))
    sample.add(imu, at: 4, [0, 1, 0, 0])
    sample.add(imu, at: 5, ChannelSample.imu(1))
    sample.add(imu, at: 6, [0, 1, 0, 0] + Array(repeating: 0, count: 1 << 20))
    let run = try RobotApp().run(sample.written())
    #expect(run.digest == (try RobotApp().run(ChannelSample.robot().written()).digest))
    #expect(run.unheard.map(\.topic) == ["/camera", "/gyroscope", "/imu"])
    #expect(run.unheard.map(\.count) == [20, 4, 3])
    #expect(run.unheard.map(\.unreadable) == [0, 3, 2])
    let (channels, _, messages) = try RobotApp.content(run.recording)
    for (topic, count) in [("/gyroscope", 1), ("/imu", 1)] {
      let id = try #require(channels.first { $0.topic == topic }).id
      #expect(messages.count { $0.channelID == id } == count)
    }
    #expect(try error(sample, RobotApp([.gyroscope])).message.contains("(/gyroscope)"))
  }

  @Test("many blocks and small chunks give the same events")
  func blocks() throws {
    let sample = ChannelSample.robot()
    let app = try RobotApp()
    let expected = try app.read(sample.written())
    var options = MCAPWriterOptions(compression: .none)
    options.chunkBytes = 700
    let small = try app.read(sample.written(options))
    #expect(small.map(\.data) == expected.map(\.data))
    #expect(small.map(\.event.timestamp) == expected.map(\.event.timestamp))
    #expect(small.map(\.event.source) == expected.map(\.event.source))
  }
}
