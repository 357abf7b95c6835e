import KymoCore
package import KymoMCAP
package import KymoRecording

/// A channel of a recording, and how its messages are read for an export.
public final class ExportChannel {
  /// The kind of message.
  public enum Kind: Equatable, Sendable {
    /// `Acceleration`.
    case acceleration
    /// `Location`.
    case location
    /// Named doubles.
    case numbers([String])
    /// A request of the bridge.
    case request
    /// Any other JSON.
    case json
    /// A message of ROS 2 with named fields: their names, or none if they differ from message to message.
    case fields([String])
    /// Bytes that nothing describes.
    case bytes
  }

  /// The id in the file.
  package let id: UInt16
  /// The topic.
  public let topic: String
  /// The kind of its messages.
  public let kind: Kind
  private var reader: FieldReader?
  /// The schema of its messages; nil if they have none.
  package let schema: MCAPSchema?
  /// The encoding of its messages.
  package let messageEncoding: String

  /// Describes a channel of a file.
  package init(_ channel: MCAPChannel, _ schema: MCAPSchema?) {
    id = channel.id
    topic = channel.topic
    messageEncoding = channel.messageEncoding
    self.schema = schema
    kind = Self.kind(of: channel, schema)
    switch kind {
    case .fields, .json, .request: reader = FieldReader(channel, schema)
    default: break
    }
  }

  private static func kind(of channel: MCAPChannel, _ schema: MCAPSchema?) -> Kind {
    let name = schema?.name ?? ""
    func isOf(_ standard: InputChannel) -> Bool {
      channel.topic == standard.topic && name == standard.schemaName
        && channel.messageEncoding == standard.messageEncoding
    }
    if isOf(.accelerometer) { return .acceleration }
    if isOf(.location) { return .location }
    if isOf(.request) { return .request }
    if channel.messageEncoding == "json" { return .json }
    guard channel.messageEncoding == "cdr", let schema, schema.encoding == "ros2msg",
      let layout = MessageLayout(definition: schema.data, name: schema.name)
    else { return .bytes }
    if let doubles = layout.doubles { return .numbers(doubles) }
    return .fields(layout.paths ?? [])
  }

  /// Whether its events are values of something that goes on, so that one of many may stand for all.
  public var isSampled: Bool {
    switch kind {
    case .acceleration, .location, .numbers, .fields: true
    case .request, .json, .bytes: false
    }
  }

  /// The topic as the name of a file or a column: `accelerometer/uncalibrated` is `accelerometer_uncalibrated`.
  public var name: String {
    let name = String(
      String.UnicodeScalarView(
        topic.drop { $0 == "/" }.unicodeScalars.map { scalar in
          let isPlain = scalar.isASCII && scalar.properties.isAlphabetic || "0"..."9" ~= scalar
          return isPlain || scalar == "-" || scalar == "." ? scalar : "_"
        }
      )
    )
    return name.isEmpty || name.hasPrefix(".") ? "_" + name : name
  }

  /// The fields of a message; nil if it cannot be read.
  package func fields(_ data: RawSpan) -> [FieldReader.Field]? { reader?.fields(data) }
}
