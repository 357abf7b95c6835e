public import KymoCore

/// One row of a ``ChannelTable``: a topic of a recording whose messages are events.
///
/// The rows that Kymograph knows are ``usual`` and ``sensors``. An app lists those that it listens to, and adds
/// rows of its own for the topics of any MCAP file, those of ROS 2 included:
///
///     static let channels = [
///       .accelerometer.command("step"),  // A channel that there is, but another command.
///       .imu.topic("/phone/imu"),  // A message that there is, under another topic.
///       .sample("/wheel", schema: "acme_msgs/msg/Wheel", bytes: 16, command: "wheel"),
///       .data("/note", messageEncoding: "text", command: "note"),
///     ] as [InputChannel]
///
/// A *sample* is a CDR message of a fixed size of up to 48 bytes: its body travels in the event
/// (`EventKind.sample`). *Data* is anything else: longer, of varying length, or no CDR at all. Its raw bytes,
/// exactly as in the file and with the header of a CDR message, travel beside the event (`EventKind.data`);
/// handlers read them with `Exchange.withData(_:)` or `Exchange.withCDR(_:)`.
public struct InputChannel: Sendable, Equatable {
  /// The name of the topic; one channel of a table has it.
  public private(set) var topic: String
  /// The name that the schema must have; empty for a channel that must have no schema.
  public let schemaName: String
  /// In which language the schema is written, such as `ros2msg`; empty if unknown.
  public internal(set) var schemaEncoding: String
  /// The definition of the schema, with what it depends on, for the recordings that are made.
  ///
  /// If it is empty, that of the file that is replayed goes into a recording of the replay.
  public internal(set) var definition: [UInt8]
  /// The encoding that the messages must have, such as `cdr` or `json`.
  public let messageEncoding: String
  /// The meaning of the events' payload.
  public let kind: EventKind
  /// The source of the events, which is their place among those of equal times.
  ///
  /// Nil until a ``ChannelTable`` gives it one.
  public internal(set) var source: SourceID?
  /// How many bytes the body of a CDR message has, less its header of 4: exactly those of a sample, and of
  /// data the fewest; 0 where there is no such limit.
  public let bodyBytes: Int
  /// How many bytes a message of data may have.
  public private(set) var maximumBytes: Int
  /// The command of the events; nil if each message names its own, as requests do.
  public private(set) var command: String?
  /// The channel's id in recordings if it is fixed; nil if it follows from the source.
  public private(set) var recordingID: UInt16?

  /// How many bytes of a CDR body fit into an event.
  public static var maximumSampleBytes: Int { 48 }
  /// How many bytes a message of data has at most, unless the channel says otherwise: 1 MiB.
  public static var usualMaximumBytes: Int { 1 << 20 }
  /// How many bytes a message of data may have at most: 8 MiB.
  public static var maximumMaximumBytes: Int { 1 << 23 }

  init(
    topic: String,
    schemaName: String,
    schemaEncoding: String,
    definition: String,
    messageEncoding: String,
    kind: EventKind,
    source: SourceID?,
    bodyBytes: Int,
    maximumBytes: Int = InputChannel.usualMaximumBytes,
    command: String?,
    recordingID: UInt16? = nil
  ) {
    self.topic = topic
    self.schemaName = schemaName
    self.schemaEncoding = schemaEncoding
    self.definition = Array(definition.utf8)
    self.messageEncoding = messageEncoding
    self.kind = kind
    self.source = source
    self.bodyBytes = bodyBytes
    self.maximumBytes = maximumBytes
    self.command = command
    self.recordingID = recordingID
  }

  /// A channel of CDR messages of a fixed size, which travel in the event.
  ///
  /// - Parameters:
  ///   - topic: the topic.
  ///   - schema: the name of the schema, such as `geometry_msgs/msg/Vector3`.
  ///   - schemaEncoding: in which language it is written.
  ///   - definition: the schema, with what it depends on; empty if it is that of the file.
  ///   - bytes: how many bytes the fields take as CDR aligns them, 1 to ``maximumSampleBytes``, without the
  ///     header of 4 bytes; what a message has beyond that is not read.
  ///   - command: which command the events are.
  ///   - source: their place among events of equal times, in `SourceID.applications`; the table gives the
  ///     lowest that is free if there is none.
  /// - Returns: the row.
  public static func sample(
    _ topic: String,
    schema: String,
    schemaEncoding: String = "ros2msg",
    definition: String = "",
    bytes: Int,
    command: String,
    source: SourceID? = nil
  ) -> InputChannel {
    InputChannel(
      topic: topic,
      schemaName: schema,
      schemaEncoding: schemaEncoding,
      definition: definition,
      messageEncoding: "cdr",
      kind: .sample,
      source: source,
      bodyBytes: bytes,
      command: command
    )
  }

  /// A channel of messages of any length and encoding, which travel beside the event.
  ///
  /// - Parameters:
  ///   - topic: the topic.
  ///   - schema: the name of the schema; empty for a channel without one.
  ///   - schemaEncoding: in which language it is written; empty if it is that of the file.
  ///   - definition: the schema, with what it depends on; empty if it is that of the file.
  ///   - messageEncoding: the encoding of the messages, such as `cdr`, `json` or `text`.
  ///   - bodyBytes: the fewest bytes that the body of a CDR message has.
  ///   - maximumBytes: the most bytes that a message may have, 1 to ``maximumMaximumBytes``; memory for twice
  ///     as many is set aside.
  ///   - command: which command the events are.
  ///   - source: their place among events of equal times, in `SourceID.applications`; the table gives the
  ///     lowest that is free if there is none.
  /// - Returns: the row.
  public static func data(
    _ topic: String,
    schema: String = "",
    schemaEncoding: String = "",
    definition: String = "",
    messageEncoding: String,
    bodyBytes: Int = 0,
    maximumBytes: Int = InputChannel.usualMaximumBytes,
    command: String,
    source: SourceID? = nil
  ) -> InputChannel {
    InputChannel(
      topic: topic,
      schemaName: schema,
      schemaEncoding: schemaEncoding,
      definition: definition,
      messageEncoding: messageEncoding,
      kind: .data,
      source: source,
      bodyBytes: bodyBytes,
      maximumBytes: maximumBytes,
      command: command
    )
  }

  /// The same channel with another command.
  public func command(_ name: String) -> InputChannel {
    var channel = self
    // A request names its command itself.
    if kind != .message { channel.command = name }
    return channel
  }

  /// The same messages under another topic, which is another channel with a source of its own.
  ///
  /// - Parameters:
  ///   - name: the topic.
  ///   - source: as for ``sample(_:schema:schemaEncoding:definition:bytes:command:source:)``.
  /// - Returns: the row.
  public func topic(_ name: String, source: SourceID? = nil) -> InputChannel {
    var channel = self
    channel.topic = name
    channel.source = source
    channel.recordingID = nil
    return channel
  }

  /// The same channel with another limit for the bytes of a message.
  public func maximumBytes(_ bytes: Int) -> InputChannel {
    var channel = self
    channel.maximumBytes = bytes
    return channel
  }

  /// Whether a schema and an encoding are those of the channel; "none" stands for no schema.
  func accepts(schema: String, messageEncoding: String) -> Bool {
    shownSchema == schema && self.messageEncoding == messageEncoding
  }

  /// The name of the schema, or "none".
  var shownSchema: String { schemaName.isEmpty ? "none" : schemaName }

  /// How many bytes a message has at least, the header of CDR included.
  var leastBytes: Int { messageEncoding == "cdr" ? 4 + bodyBytes : 0 }
}
