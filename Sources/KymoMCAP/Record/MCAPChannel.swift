/// A stream of messages of one topic.
public struct MCAPChannel: Sendable, Equatable {
  /// The number by which messages refer to it; may be 0.
  public var id: UInt16
  /// The schema of its messages, or 0 for none.
  public var schemaID: UInt16
  /// The name of the stream, such as `/accelerometer`.
  public var topic: String
  /// How messages are encoded, such as `cdr` or `json`.
  public var messageEncoding: String
  /// More about the channel.
  public var metadata: MCAPStringMap

  /// Puts a record together from its fields.
  public init(
    id: UInt16,
    schemaID: UInt16,
    topic: String,
    messageEncoding: String,
    metadata: MCAPStringMap = [:]
  ) {
    self.id = id
    self.schemaID = schemaID
    self.topic = topic
    self.messageEncoding = messageEncoding
    self.metadata = metadata
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    id = try fields.integer()
    schemaID = try fields.integer()
    topic = try fields.string()
    messageEncoding = try fields.string()
    metadata = try MCAPStringMap(&fields)
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.channel)
    buffer.put(id)
    buffer.put(schemaID)
    buffer.put(string: topic)
    buffer.put(string: messageEncoding)
    metadata.encode(into: &buffer)
    buffer.endRecord(mark)
  }
}
