import KymoCore
import KymoRecording
import KymoMCAP

/// Small sessions, written message by message, so that tests can put anything into them.
struct SessionSample {
  var options = MCAPWriterOptions(compression: .none)
  var schemas: [MCAPSchema] = [
    MCAPSchema(id: 1, name: "geometry_msgs/msg/Vector3", encoding: "ros2msg", data: []),
    MCAPSchema(id: 2, name: "kymograph/msg/Location", encoding: "ros2msg", data: []),
    MCAPSchema(id: 4, name: "kymograph/msg/Step", encoding: "ros2msg", data: []),
  ]
  var channels: [MCAPChannel] = [
    MCAPChannel(id: 1, schemaID: 1, topic: "/accelerometer", messageEncoding: "cdr"),
    MCAPChannel(id: 2, schemaID: 2, topic: "/location", messageEncoding: "cdr"),
    MCAPChannel(id: 4, schemaID: 4, topic: "/trace", messageEncoding: "cdr"),
  ]
  var messages: [MCAPMessage] = []

  static let routing = CommandRouting(
    accelerometer: CommandID(rawValue: 1),
    location: CommandID(rawValue: 2)
  )

  /// The CDR header, then the words, each in little-endian order.
  static func cdr(_ words: [UInt64]) -> [UInt8] {
    [0, 1, 0, 0]
      + words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  /// A sample whose x tells one message from another.
  static func acceleration(_ x: Double) -> [UInt8] {
    cdr([x.bitPattern, 0, Acceleration.standardGravity.bitPattern])
  }

  static func location(_ latitude: Double) -> [UInt8] {
    cdr([latitude.bitPattern, 0, 0, 0, 0, 0])
  }

  mutating func add(_ channel: UInt16, at time: UInt64, _ data: [UInt8]) {
    messages.append(
      MCAPMessage(channelID: channel, sequence: 0, logTime: time, publishTime: time, data: data)
    )
  }

  mutating func addAcceleration(_ x: Double, at time: UInt64) {
    add(1, at: time, Self.acceleration(x))
  }

  mutating func addLocation(_ latitude: Double, at time: UInt64) {
    add(2, at: time, Self.location(latitude))
  }

  func written() throws -> [UInt8] {
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink, options: options)
    for schema in schemas { try writer.register(schema) }
    for channel in channels { try writer.register(channel) }
    for message in messages { try writer.append(message) }
    _ = try writer.finish()
    return sink.bytes
  }

  func events() throws -> [Event] { try Self.events(in: written()) }

  static func events(in bytes: [UInt8]) throws -> [Event] {
    let source = MCAPMemorySource(bytes)
    let scan = try MCAPSegmentScanner.scan(source)
    var reader = try SessionEvents(source, scan: scan, routing: routing)
    var list: [Event] = []
    while let event = try reader.next() { list.append(event) }
    return list
  }

  /// The error with which reading ends; nil if it does not.
  static func error(in bytes: [UInt8]) -> MCAPError? {
    do {
      _ = try events(in: bytes)
      return nil
    } catch SessionError.file(let error) {
      return error
    } catch let error as MCAPError {
      return error
    } catch { return nil }
  }
}
