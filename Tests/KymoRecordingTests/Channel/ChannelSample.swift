import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording

/// A small file of somebody else's, written message by message, and an app that may listen to its channels.
struct ChannelSample {
  var schemas: [MCAPSchema] = []
  var channels: [MCAPChannel] = []
  var messages: [MCAPMessage] = []

  static let imuDefinition = "std_msgs/Header header\n# and so on"

  /// Adds a channel and gives its id.
  @discardableResult
  mutating func channel(
    _ topic: String,
    schema: String = "",
    schemaEncoding: String = "ros2msg",
    definition: String = "",
    encoding: String
  ) -> UInt16 {
    let id = UInt16(channels.count + 20)
    if !schema.isEmpty {
      let data = Array(definition.utf8)
      schemas.append(MCAPSchema(id: id, name: schema, encoding: schemaEncoding, data: data))
    }
    channels.append(
      MCAPChannel(
        id: id,
        schemaID: schema.isEmpty ? 0 : id,
        topic: topic,
        messageEncoding: encoding
      )
    )
    return id
  }

  mutating func add(_ channel: UInt16, at time: UInt64, _ data: [UInt8]) {
    messages.append(
      MCAPMessage(channelID: channel, sequence: 7, logTime: time, publishTime: time, data: data)
    )
  }

  /// A sensor_msgs/msg/Imu whose angular velocity tells one from another.
  static func imu(_ turn: Double, frame: String = "imu_link") -> [UInt8] {
    func bytes<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
      (0..<Integer.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Integer($0 * 8)) }
    }
    var data: [UInt8] = bytes(Int32(1)) + bytes(UInt32(2)) + bytes(UInt32(frame.utf8.count + 1))
    data += Array(frame.utf8) + [0]
    while data.count % 8 != 0 { data.append(0) }
    let fields =
      [0, 0, 0, 1] + Array(repeating: -1.0, count: 9) + [turn, 2 * turn, 3 * turn]
      + Array(repeating: 0.5, count: 9) + [0, 0, 9.75] + Array(repeating: 0.25, count: 9)
    return [0, 1, 0, 0] + data + fields.flatMap { bytes($0.bitPattern) }
  }

  func written(_ options: MCAPWriterOptions = MCAPWriterOptions()) throws -> [UInt8] {
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink, options: options)
    for schema in schemas { try writer.register(schema) }
    for channel in channels { try writer.register(channel) }
    for message in messages { try writer.append(message) }
    _ = try writer.finish()
    return sink.bytes
  }

  /// A robot's file: an IMU at 100 Hz, notes, a wheel's samples, and pictures that nobody knows.
  static func robot() -> ChannelSample {
    var sample = ChannelSample()
    let imu = sample.channel(
      "/robot/imu",
      schema: "sensor_msgs/msg/Imu",
      definition: imuDefinition,
      encoding: "cdr"
    )
    let note = sample.channel("/note", encoding: "text")
    let wheel = sample.channel(
      "/wheel",
      schema: "acme/msg/Wheel",
      definition: "float64 a\nfloat32 b",
      encoding: "cdr"
    )
    let camera = sample.channel(
      "/camera",
      schema: "foxglove.CompressedImage",
      schemaEncoding: "protobuf",
      encoding: "protobuf"
    )
    for index in 0..<200 {
      let time = UInt64(index) * 10_000_000
      sample.add(imu, at: time, Self.imu(Double(index) / 64, frame: "f\(index % 7 * 111)"))
      if index % 20 == 0 { sample.add(note, at: time, Array("note \(index): ä\u{0}".utf8)) }
      if index % 3 == 0 {
        var word = Double(index).bitPattern
        let eight = (0..<8).map { _ in
          defer { word >>= 8 }
          return UInt8(truncatingIfNeeded: word)
        }
        sample.add(wheel, at: time, [0, 1, 0, 0] + eight + [0, 0, 0, 0x3F, 0xEE, 0xEE])
      }
      if index % 10 == 0 { sample.add(camera, at: time, Array(repeating: 1, count: 5000)) }
    }
    return sample
  }

  /// The rows of an app that listens to all that it knows of the robot.
  static let robotChannels: [InputChannel] = [
    .imu.topic("/robot/imu"),
    .data("/note", messageEncoding: "text", command: "note"),
    .sample("/wheel", schema: "acme/msg/Wheel", bytes: 12, command: "wheel"),
  ]
}
