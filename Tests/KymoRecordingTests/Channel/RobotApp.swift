import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording

/// An app that listens to channels of its own, in memory.
struct RobotApp {
  let channels: ChannelTable

  init(_ listed: [InputChannel] = ChannelSample.robotChannels) throws {
    channels = try ChannelTable(listed)
  }

  static let commands = ["imu", "note", "wheel", "gyroscope"]

  /// Handlers that read all they are given, and reply with what they read.
  func table() throws -> CommandTable {
    var map = CommandMap()
    // Requests would be decoded; data must never come here.
    map.decoder = RefusingDecoder()
    for name in Self.commands { map.command(name) }
    map.view("imu") { exchange throws(HandlerError) in
      let turn = try exchange.withCDR { imu throws(CDRError) in
        _ = try imu.header()
        try imu.skip(doubles: 4 + 9)
        return try imu.vector()
      }
      exchange.reply(Acceleration(x: turn.x, y: turn.y, z: turn.z))
      return .proceed
    }
    map.view("note") { exchange throws(HandlerError) in
      guard let text = exchange.withData({ $0.text }) else { throw .wrongType }
      try exchange.reply(text: "heard: " + text)
      return .proceed
    }
    map.view("wheel") { exchange throws(HandlerError) in
      let payload = exchange.event.payload
      let isClean = payload.word1 >> 32 == 0 && payload.word2 == 0 && payload.word5 == 0
      exchange.reply(
        Acceleration(x: payload.double(0), y: Double(payload.float(2)), z: isClean ? 0 : 1)
      )
      return .proceed
    }
    map.view("gyroscope") { exchange throws(HandlerError) in
      exchange.reply(exchange.event.payload.acceleration)
      return .proceed
    }
    return try CommandTable(map)
  }

  /// A decoder that no event of these tests may meet.
  private final class RefusingDecoder: RequestDecoder {
    override func decode(
      _ text: RawSpan,
      into parameters: inout Parameters
    ) throws(HandlerError) { throw .notACall }
  }

  /// The events of a file, with their data.
  func read(_ bytes: [UInt8], passes: Bool = true) throws -> [(event: Event, data: [UInt8])] {
    let source = MCAPMemorySource(bytes)
    var routing = CommandRouting(try table(), channels: channels)
    if !passes { routing.passed = nil }
    var events = try SessionEvents(
      source,
      scan: MCAPSegmentScanner.scan(source),
      routing: routing
    )
    var list: [(event: Event, data: [UInt8])] = []
    while let event = try events.next() {
      var data: [UInt8] = []
      if event.kind.isReference { events.withMessage(of: event) { data.append(copying: $0) } }
      list.append((event, data))
    }
    return list
  }
}
