import KymoRecording
import KymoMCAP

/// What is in a recording, to be written again in another way.
struct SessionContent {
  var schemas: [MCAPSchema]
  var channels: [MCAPChannel]
  var messages: [MCAPMessage] = []
  var metadata: [MCAPMetadata] = []

  init(_ bytes: [UInt8]) throws {
    var reader = MCAPStreamReader(MCAPMemorySource(bytes))
    var messages: [MCAPMessage] = []
    var metadata: [MCAPMetadata] = []
    while let record = try reader.next() {
      switch record {
      case .message(let message): messages.append(message)
      case .metadata(let record): metadata.append(record)
      default: break
      }
    }
    schemas = reader.catalog.schemas
    channels = reader.catalog.channels
    self.messages = messages
    self.metadata = metadata
  }

  /// A new file with new checksums; metadata goes to its end.
  func written(_ options: MCAPWriterOptions = MCAPWriterOptions()) throws -> [UInt8] {
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink, options: options)
    for schema in schemas { try writer.register(schema) }
    for channel in channels { try writer.register(channel) }
    for message in messages { try writer.append(message) }
    for record in metadata { try writer.append(record) }
    _ = try writer.finish()
    return sink.bytes
  }

  func isInput(_ message: MCAPMessage) -> Bool {
    message.channelID == InputChannel.accelerometer.recordingID
      || message.channelID == InputChannel.location.recordingID
      || message.channelID == InputChannel.request.recordingID
  }

  /// The places in `messages` of the inputs, in the order in which they must be dispatched.
  ///
  /// The rule in its plainest form: by time, then by source (which the channels follow), then by place.
  var inputOrder: [Int] {
    messages.indices.filter { isInput(messages[$0]) }.sorted {
      let (left, right) = (messages[$0], messages[$1])
      return (left.logTime, left.channelID, $0) < (right.logTime, right.channelID, $1)
    }
  }

  /// Whether two inputs at the same place of the order would be different steps.
  func differ(_ left: Int, _ right: Int) -> Bool {
    messages[left].logTime != messages[right].logTime
      || messages[left].channelID != messages[right].channelID
      || messages[left].data != messages[right].data
  }
}
