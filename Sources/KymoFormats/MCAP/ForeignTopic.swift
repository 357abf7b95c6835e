import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording

/// A topic of a foreign MCAP file whose messages are understood.
struct ForeignTopic {
  /// The kind of a message.
  enum Kind {
    /// `sensor_msgs/Imu`.
    case imu
    /// `sensor_msgs/NavSatFix`.
    case fix
    /// `foxglove.LocationFix` in JSON, or as Protobuf.
    case locationJSON, locationProtobuf
    /// `sensor_msgs/MagneticField`, whose field is in T.
    case magneticField
    /// `sensor_msgs/FluidPressure` in Pa, `Temperature` in °C, `Illuminance` in lx, `RelativeHumidity` from 0 to 1.
    case single(InputChannel, scale: Double)
    /// `geometry_msgs/Vector3Stamped`, `AccelStamped` or `TwistStamped`: vectors behind a header, of which one counts.
    case stampedVector(InputChannel, skipped: Int)
    /// A message without a header that is a channel's own.
    case body(InputChannel)
  }

  let topic: String
  let kind: Kind
  /// Whether the message is in the serialization of ROS 1.
  let isROS1: Bool
  /// The rows, by their channels.
  private(set) var spools: [(channel: InputChannel, spool: RowSpool)] = []
  /// How many messages gave rows.
  private(set) var count = 0

  private let file: String

  /// Finds out what a channel's messages are; nil if nobody knows.
  init?(_ channel: MCAPChannel, _ schema: MCAPSchema?, file: String) {
    guard let schema else { return nil }
    topic = channel.topic
    self.file = file
    isROS1 = channel.messageEncoding == "ros1"
    let type = schema.name.replacing("/msg/", with: "/")
    switch (channel.messageEncoding, type) {
    case ("json", "foxglove.LocationFix"): kind = .locationJSON
    case ("protobuf", "foxglove.LocationFix"): kind = .locationProtobuf
    case ("cdr", _), ("ros1", _):
      let own = Self.own.first { $0.topic == channel.topic && $0.schemaName == schema.name }
      if let own, own.kind == .acceleration || own.kind == .sample, !isROS1 {
        kind = .body(own)
      } else if let known = Self.kind(type, topic) {
        kind = known
      } else {
        return nil
      }
    default: return nil
    }
  }

  private static var own: [InputChannel] {
    [.accelerometer] + InputChannel.sensors + InputChannel.wellKnown
  }

  private static func kind(_ type: String, _ topic: String) -> Kind? {
    switch type {
    case "sensor_msgs/Imu": .imu
    case "sensor_msgs/NavSatFix": .fix
    case "sensor_msgs/MagneticField": .magneticField
    case "sensor_msgs/FluidPressure": .single(.barometer, scale: 1)
    case "sensor_msgs/Temperature": .single(.temperature, scale: 1)
    case "sensor_msgs/Illuminance": .single(.light, scale: 1)
    case "sensor_msgs/RelativeHumidity": .single(.humidity, scale: 100)
    case "geometry_msgs/AccelStamped": .stampedVector(.accelerometer, skipped: 0)
    case "geometry_msgs/TwistStamped": .stampedVector(.gyroscope, skipped: 3)
    case "geometry_msgs/Vector3Stamped": vector(topic).map { .stampedVector($0, skipped: 0) }
    default: nil
    }
  }

  /// The channel that a vector is for, by the name of its topic; nil if that does not say it.
  private static func vector(_ topic: String) -> InputChannel? {
    let name = topic.lowercased()
    if name.contains("acc") { return .accelerometer }
    if name.contains("gyr") || name.contains("angular") { return .gyroscope }
    return nil
  }

  /// Adds what a message says.
  ///
  /// - Parameters:
  ///   - data: the bytes of the message.
  ///   - time: that of the log, in ns, for messages without a time of their own.
  ///   - number: that of the message, from 1.
  ///   - json: reads messages in JSON.
  /// - Returns: false for one that is not what its schema says.
  /// - Throws: ``ImportError`` when there is no room for the row.
  mutating func add(_ data: [UInt8], at time: Int64, number: Int, _ json: JSONDocumentBox)
    throws(ImportError) -> Bool
  {
    switch kind {
    case .locationJSON: return try addLocation(LocationFixMessage(json: data, json), time, number)
    case .locationProtobuf:
      return try addLocation(LocationFixMessage(protobuf: data), time, number)
    default: break
    }
    guard var fields = ROSFields(data, isROS1: isROS1) else { return false }
    switch kind {
    case .imu:
      let time = fields.header() ?? time
      let attitude = fields.numbers(4)
      let hasAttitude = fields.number() != -1
      _ = fields.numbers(8)
      let rotation = fields.numbers(3)
      let hasRotation = fields.number() != -1
      _ = fields.numbers(8)
      let acceleration = fields.numbers(3)
      let hasAcceleration = fields.number() != -1
      guard fields.isWhole else { return false }
      // The first covariance is -1 where there is no such sensor.
      if hasAcceleration { try put(acceleration, .accelerometer, time, number) }
      if hasRotation { try put(rotation, .gyroscope, time, number) }
      if hasAttitude, attitude != [0, 0, 0, 0] { try put(attitude, .orientation, time, number) }
    case .fix:
      let time = fields.header() ?? time
      let status = Int8(bitPattern: fields.byte())
      _ = fields.short()
      let place = fields.numbers(3)
      let covariance = fields.numbers(9)
      let type = fields.byte()
      guard fields.isWhole else { return false }
      let message = LocationFixMessage(place, covariance: type == 0 ? [] : covariance, time)
      return status < 0 ? true : try addLocation(message, time, number)
    case .magneticField:
      let time = fields.header() ?? time
      let field = fields.numbers(3)
      guard fields.isWhole else { return false }
      try put(field.map { $0 * 1e6 }, .magnetometer, time, number)
    case .single(let channel, let scale):
      let time = fields.header() ?? time
      let value = fields.number() * scale
      guard fields.isWhole else { return false }
      try put(
        channel.topic == InputChannel.barometer.topic ? [value, .nan] : [value],
        channel,
        time,
        number
      )
    case .stampedVector(let channel, let skipped):
      let time = fields.header() ?? time
      _ = fields.numbers(skipped)
      let vector = fields.numbers(3)
      guard fields.isWhole else { return false }
      try put(vector, channel, time, number)
    case .body(let channel):
      let numbers = fields.numbers(channel.bodyBytes / 8)
      guard fields.isWhole, numbers.count <= 6 else { return false }
      try put(numbers, channel, time, number)
    case .locationJSON, .locationProtobuf: return false
    }
    count += 1
    return true
  }

  private mutating func addLocation(
    _ message: LocationFixMessage?,
    _ time: Int64,
    _ number: Int
  ) throws(ImportError) -> Bool {
    guard let message else { return false }
    var location = message.location
    if location.fixTimestamp == 0 { location.fixTimestamp = time }
    guard location.latitude.magnitude <= 90, location.longitude.magnitude <= 180 else {
      return false
    }
    try spool(.location).append(
      SpooledRow(timestamp: location.fixTimestamp, line: number, payload: Payload(location))
    )
    count += 1
    return true
  }

  private mutating func put(
    _ numbers: [Double],
    _ channel: InputChannel,
    _ time: Int64,
    _ number: Int
  ) throws(ImportError) {
    let row = SampleRow(timestamp: time, line: number, numbers: numbers)
    try spool(channel).append(SpooledRow(timestamp: time, line: number, payload: row.payload))
  }

  private mutating func spool(_ channel: InputChannel) -> RowSpool {
    if let known = spools.first(where: { $0.channel.topic == channel.topic }) { return known.spool }
    let spool = RowSpool(name: file)
    spools.append((channel, spool))
    return spool
  }
}
