public import KymoCore

/// Why channels make no table; every one is a mistake in an app's list.
public enum ChannelTableError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A channel without a topic.
  case emptyTopic
  /// A topic under which Kymograph writes what a run came to.
  case outputTopic(String)
  /// Two channels of one topic.
  case duplicateTopic(String)
  /// Two channels of one source.
  case duplicateSource(SourceID, String, String)
  /// A source outside `SourceID.applications`.
  case reservedSource(SourceID, topic: String)
  /// A sample of no bytes, or of more than ``InputChannel/maximumSampleBytes``.
  case sampleBytes(Int, topic: String)
  /// A limit for data outside 1...``InputChannel/maximumMaximumBytes``, or below what a message must have.
  case maximumBytes(Int, topic: String)
  /// A command without a name.
  case emptyCommand(topic: String)
  /// More channels than there are sources.
  case tooManyChannels

  /// One sentence that says what is wrong, and with which channel.
  public var description: String {
    switch self {
    case .emptyTopic: "an input channel has no topic"
    case .outputTopic(let topic):
      "\(topic) cannot be an input channel: results are recorded there"
    case .duplicateTopic(let topic): "\(topic) is listed twice"
    case .duplicateSource(let source, let first, let second):
      "\(first) and \(second) both have source \(source.rawValue); every channel has its own"
    case .reservedSource(let source, let topic):
      "\(topic) has source \(source.rawValue); an app's own are "
        + "\(SourceID.applications.lowerBound) to \(SourceID.applications.upperBound)"
    case .sampleBytes(let bytes, let topic):
      "\(topic) has samples of \(bytes) bytes; an event holds 1 to "
        + "\(InputChannel.maximumSampleBytes), and what is longer is data"
    case .maximumBytes(let bytes, let topic):
      "\(topic) allows \(bytes) bytes for a message; it takes 1 to "
        + "\(InputChannel.maximumMaximumBytes), and at least the bytes of its schema"
    case .emptyCommand(let topic): "the command of \(topic) has no name"
    case .tooManyChannels: "there are more input channels than sources"
    }
  }
}
