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
  /// The name of the schema.
  let schema: String
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
    self.schema = schema.name
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
      } else if let known = Self.kind(type, topic), Self.isUsual(type, schema) {
        kind = known
      } else {
        return nil
      }
    default: return nil
    }
  }

  /// Whether messages begin with a `std_msgs/Header`.
  private var hasHeader: Bool { if case .body = kind { false } else { true } }

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

  /// Whether a definition has the fields of its type in their order; one that is not there is taken for that.
  private static func isUsual(_ type: String, _ schema: MCAPSchema) -> Bool {
    guard let fields = fields[type], !schema.data.isEmpty else { return true }
    var names: [Substring] = []
    for line in String(decoding: schema.data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      // Behind it are the definitions of other types.
      if line.hasPrefix("===") { break }
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      // A constant is none.
      if words.count >= 2, !words.contains(where: { $0.contains("=") }) { names.append(words[1]) }
    }
    return names.elementsEqual(fields.split(separator: " "))
  }

  /// The names of the fields of the types, from ROS's own packages common_interfaces and common_msgs.
  private static let fields = [
    "sensor_msgs/Imu": "header orientation orientation_covariance angular_velocity "
      + "angular_velocity_covariance linear_acceleration linear_acceleration_covariance",
    "sensor_msgs/NavSatFix": "header status latitude longitude altitude position_covariance "
      + "position_covariance_type",
    "sensor_msgs/MagneticField": "header magnetic_field magnetic_field_covariance",
    "sensor_msgs/FluidPressure": "header fluid_pressure variance",
    "sensor_msgs/Temperature": "header temperature variance",
    "sensor_msgs/Illuminance": "header illuminance variance",
    "sensor_msgs/RelativeHumidity": "header relative_humidity variance",
    "geometry_msgs/AccelStamped": "header accel", "geometry_msgs/TwistStamped": "header twist",
    "geometry_msgs/Vector3Stamped": "header vector",
  ]

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
  ///   - values: checks fixes, and counts what is wrong with them; its line is the message's number.
  ///   - json: reads messages in JSON.
  /// - Returns: false for one that is not what its schema says.
  /// - Throws: ``ImportError`` when there is no room for the row.
  mutating func add(
    _ data: [UInt8],
    at time: Int64,
    _ values: inout FixReader,
    _ json: JSONDocumentBox
  ) throws(ImportError) -> Bool {
    let isGood: Bool
    switch kind {
    case .locationJSON:
      isGood = try add(LocationFixMessage(json: data, json), time, &values)
    case .locationProtobuf:
      isGood = try add(LocationFixMessage(protobuf: data), time, &values)
    default:
      guard var fields = ROSFields(data, isROS1: isROS1) else { return false }
      // The time of the measurement goes before that of the log.
      let stamp = hasHeader ? fields.header() : nil
      isGood = try add(&fields, stamp ?? time, &values)
    }
    if isGood { count += 1 }
    return isGood
  }

  private mutating func add(
    _ fields: inout ROSFields,
    _ time: Int64,
    _ values: inout FixReader
  ) throws(ImportError) -> Bool {
    switch kind {
    case .imu: return try addIMU(&fields, time, &values)
    case .fix: return try addFix(&fields, time, &values)
    case .body(let channel):
      let numbers = fields.numbers(channel.bodyBytes / 8)
      guard fields.isWhole, numbers.count <= 6 else { return false }
      try put(numbers, channel, time, &values)
    case .magneticField:
      let field = fields.numbers(3)
      guard fields.isWhole else { return false }
      try put(field.map { $0 * 1e6 }, .magnetometer, time, &values)
    case .single(let channel, let scale):
      let value = fields.number() * scale
      guard fields.isWhole else { return false }
      // The height above the start is not known.
      let isPressure = channel.topic == InputChannel.barometer.topic
      try put([value], channel, time, &values, isPressure ? [.nan] : [])
    case .stampedVector(let channel, let skipped):
      _ = fields.numbers(skipped)
      let vector = fields.numbers(3)
      guard fields.isWhole else { return false }
      try put(vector, channel, time, &values)
    case .locationJSON, .locationProtobuf: return false
    }
    return true
  }

  private mutating func addIMU(
    _ fields: inout ROSFields,
    _ time: Int64,
    _ values: inout FixReader
  ) throws(ImportError) -> Bool {
    let attitude = fields.numbers(4)
    // The first covariance is -1 where there is no such sensor.
    let hasAttitude = fields.number() != -1
    _ = fields.numbers(8)
    let rotation = fields.numbers(3)
    let hasRotation = fields.number() != -1
    _ = fields.numbers(8)
    let acceleration = fields.numbers(3)
    let hasAcceleration = fields.number() != -1
    _ = fields.numbers(8)
    guard fields.isWhole else { return false }
    if hasAcceleration { try put(acceleration, .accelerometer, time, &values) }
    if hasRotation { try put(rotation, .gyroscope, time, &values) }
    if hasAttitude, attitude != [0, 0, 0, 0] { try put(attitude, .orientation, time, &values) }
    return true
  }

  private mutating func addFix(
    _ fields: inout ROSFields,
    _ time: Int64,
    _ values: inout FixReader
  ) throws(ImportError) -> Bool {
    let status = Int8(bitPattern: fields.byte())
    _ = fields.short()
    let place = fields.numbers(3)
    let covariance = fields.numbers(9)
    let type = fields.byte()
    guard fields.isWhole else { return false }
    guard status >= 0 else {
      values.tally.add(.noFix, line: values.line)
      return true
    }
    let message = LocationFixMessage(place, covariance: type == 0 ? [] : covariance, time)
    return try add(message, time, &values)
  }

  private mutating func add(
    _ message: LocationFixMessage?,
    _ time: Int64,
    _ values: inout FixReader
  ) throws(ImportError) -> Bool {
    guard let message else { return false }
    var location = message.location
    if location.fixTimestamp == 0 { location.fixTimestamp = time }
    guard values.admit(&location) else { return true }
    try spool(.location).append(
      SpooledRow(
        timestamp: location.fixTimestamp,
        line: values.line,
        payload: Payload(location)
      )
    )
    return true
  }

  private mutating func put(
    _ numbers: [Double],
    _ channel: InputChannel,
    _ time: Int64,
    _ values: inout FixReader,
    _ unknown: [Double] = []
  ) throws(ImportError) {
    if numbers.contains(where: \.isInfinite) {
      values.tally.add(.impossibleValue, line: values.line)
    }
    if numbers.contains(where: \.isNaN) { values.tally.add(.invalidMarker, line: values.line) }
    let row = SampleRow(
      timestamp: time,
      line: values.line,
      numbers: numbers.map { $0.isFinite ? $0 : .nan } + unknown
    )
    try spool(channel).append(
      SpooledRow(timestamp: time, line: values.line, payload: row.payload)
    )
  }

  private mutating func spool(_ channel: InputChannel) -> RowSpool {
    if let known = spools.first(where: { $0.channel.topic == channel.topic }) { return known.spool }
    let spool = RowSpool(name: file)
    spools.append((channel, spool))
    return spool
  }
}
