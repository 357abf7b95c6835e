import KymoCore
import KymoRecording
import Testing

/// Which rows a table has, and what a mistake in an app's list is called.
@Suite("Channel table") struct ChannelTableTests {
  @Test("the standard rows, whose sources and ids are part of every recording")
  func standard() throws {
    let rows = ChannelTable.standard.rows
    #expect(
      rows.map(\.channel.topic) == [
        "/accelerometer", "/location", "/bridge/request", "/gyroscope", "/magnetometer",
        "/barometer", "/imu", "/page/dialog", "/page/input",
      ]
    )
    #expect(rows.map(\.source.rawValue) == [1, 2, 3, 4, 5, 6, 7, 9, 10])
    #expect(rows.map(\.id) == [1, 2, 5, 7, 8, 9, 10, 11, 12])
    #expect(rows.map(\.isListed) == [true, true, true, false, false, false, false, false, false])
    #expect(try ChannelTable(InputChannel.usual) == .standard)
  }

  @Test("sources are stated or given, in the order of the list, and ids follow from them")
  func sources() throws {
    let table = try ChannelTable([
      .imu.topic("/a"),
      .data("/b", messageEncoding: "json", command: "b", source: SourceID(rawValue: 17)),
      .sample("/c", schema: "x/msg/C", bytes: 48, command: "c"),
      .gyroscope.command("turn"),
      .data("/d", messageEncoding: "json", command: "d", source: SourceID(rawValue: 254)),
    ])
    let listed = table.rows.filter(\.isListed)
    #expect(listed.map(\.channel.topic) == ["/gyroscope", "/a", "/b", "/c", "/d"])
    #expect(listed.map(\.source.rawValue) == [4, 16, 17, 18, 254])
    #expect(listed.map(\.id) == [7, 272, 273, 274, 510])
    #expect(table.listedTopics == ["/gyroscope", "/a", "/b", "/c", "/d"])
    #expect(table.row(topic: "/imu")?.isListed == false, "another topic, another channel")
    #expect(table.row(topic: "/gyroscope")?.channel.command == "turn")
    #expect(table.row(SourceID(rawValue: 17))?.channel.topic == "/b")
    #expect(table.row(SourceID(rawValue: 99)) == nil)
  }

  @Test("a channel with the topic of a standard one takes its place")
  func replaced() throws {
    let own = InputChannel.data("/imu", schema: "acme.Imu", messageEncoding: "json", command: "i")
    let table = try ChannelTable([own])
    #expect(table.rows.count { $0.channel.topic == "/imu" } == 1)
    #expect(table.row(topic: "/imu")?.source == SourceID(rawValue: 16))
    #expect(table.row(topic: "/imu")?.id == 272)
    #expect(table.row(.imu) == nil)
    #expect(table.row(topic: "/accelerometer")?.isListed == false)
  }

  static let mistakes: [([InputChannel], ChannelTableError)] = [
    ([.imu.topic("")], .emptyTopic),
    ([.imu.topic("/trace")], .outputTopic("/trace")),
    ([.imu.topic("/bridge/reply")], .outputTopic("/bridge/reply")),
    ([.imu, .accelerometer.topic("/imu")], .duplicateTopic("/imu")),
    (
      [
        .imu.topic("/a", source: SourceID(rawValue: 20)),
        .imu.topic("/b", source: SourceID(rawValue: 20)),
      ], .duplicateSource(SourceID(rawValue: 20), "/a", "/b")
    ),
    (
      [.imu.topic("/a", source: SourceID(rawValue: 15))],
      .reservedSource(SourceID(rawValue: 15), topic: "/a")
    ),
    ([.imu.topic("/a", source: .device)], .reservedSource(.device, topic: "/a")),
    ([.sample("/a", schema: "a", bytes: 0, command: "a")], .sampleBytes(0, topic: "/a")),
    ([.sample("/a", schema: "a", bytes: 49, command: "a")], .sampleBytes(49, topic: "/a")),
    ([.imu.maximumBytes(0)], .maximumBytes(0, topic: "/imu")),
    ([.imu.maximumBytes(315)], .maximumBytes(315, topic: "/imu")),
    ([.imu.maximumBytes(1 << 23 + 1)], .maximumBytes(1 << 23 + 1, topic: "/imu")),
    ([.imu.command("")], .emptyCommand(topic: "/imu")),
    (
      (0..<240).map { .data("/\($0)", messageEncoding: "json", command: "x") }, .tooManyChannels
    ),
  ]

  @Test("mistakes", arguments: mistakes.indices)
  func mistake(number: Int) {
    let (list, error) = Self.mistakes[number]
    #expect(throws: error) { try ChannelTable(list) }
    #expect(!error.description.isEmpty)
  }

  @Test("as many channels as there are sources")
  func full() throws {
    let list = (0..<239).map { index in
      InputChannel.data("/\(index)", messageEncoding: "json", command: "x")
    }
    let table = try ChannelTable(list + InputChannel.usual)
    #expect(table.rows.filter { $0.id >= 256 }.map(\.source.rawValue) == Array(16...254))
  }

  @Test("a command that the table lacks is unknown, and requests keep theirs")
  func routing() throws {
    var map = CommandMap()
    map.command("accel")
    map.command("turn")
    let table = try CommandTable(map)
    let channels = try ChannelTable([.accelerometer, .gyroscope.command("turn"), .barometer])
    let routing = CommandRouting(table, channels: channels)
    #expect(routing.command(of: .accelerometer) == CommandID(rawValue: 1))
    #expect(routing.command(of: .gyroscope) == CommandID(rawValue: 2))
    #expect(routing.command(of: .barometer) == .unknown)
    #expect(routing.command(of: .location) == table.passedCommand, "it is not listed")
    #expect(routing.command(of: SourceID(rawValue: 99)) == .unknown)
    #expect(routing.passed == table.passedCommand)
    #expect(table.name(of: table.passedCommand) == nil)
    #expect(InputChannel.request.command("other") == .request)
  }
}
