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
  /// The fields of messages of ROS 2; nil if nothing describes them.
  private let layout: MessageLayout?
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
    layout =
      channel.messageEncoding == "cdr" && schema?.encoding == "ros2msg"
      ? schema.flatMap { MessageLayout(definition: $0.data, name: $0.name) } : nil
    kind = Self.kind(of: channel, schema, layout)
    switch kind {
    case .fields, .json, .request: reader = FieldReader(channel, schema)
    default: break
    }
  }

  private static func kind(
    of channel: MCAPChannel,
    _ schema: MCAPSchema?,
    _ layout: MessageLayout?
  ) -> Kind {
    let name = schema?.name ?? ""
    func isOf(_ standard: InputChannel) -> Bool {
      channel.topic == standard.topic && name == standard.schemaName
        && channel.messageEncoding == standard.messageEncoding
    }
    if isOf(.accelerometer) { return .acceleration }
    if isOf(.location) { return .location }
    if isOf(.request) { return .request }
    if channel.messageEncoding == "json" { return .json }
    guard let layout else { return .bytes }
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

  /// A message of big-endian CDR in the order of bytes that exports read; nil for any other message.
  func swapped(_ data: RawSpan) -> [UInt8]? { layout?.littleEndian(data) }

  /// The fields of a message; nil if it cannot be read.
  package func fields(_ data: RawSpan) -> [FieldReader.Field]? { reader?.fields(data) }
}
