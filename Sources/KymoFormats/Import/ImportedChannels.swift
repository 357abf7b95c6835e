import KymoCore
import KymoRecording

/// The channels of a session on their way together, and what the session says about itself.
struct ImportedChannels {
  /// The session's description of itself; nil before a format said something.
  private(set) var description: SessionDescription?
  /// The channels that the session has beside those of the table.
  private(set) var open: [InputChannel] = []
  /// The rows of the app, and those of the open channels.
  private var channels: ChannelTable
  private var files: [(topic: String, file: String)] = []

  /// Takes the channels that a session may have.
  init(_ channels: ChannelTable) { self.channels = channels }

  /// Whether a stream's rows can become events of a channel: those that the app lists may be anything.
  ///
  /// - Returns: nil if they can; else why not, in one sentence.
  mutating func problem(with stream: any ImportStream) -> String? {
    let topic = stream.topic
    let known = stream.channel ?? InputChannel.wellKnown.first { $0.topic == topic }
    guard let row = channels.row(topic: topic) else {
      guard let known else { return "Its rows are for \(topic), which is not imported." }
      let more = channels.adding([known])
      guard more.row(topic: topic) != nil else {
        return "Its rows are for \(topic), which can be no channel, or there are too many."
      }
      channels = more
      open.append(known)
      return nil
    }
    if let known, row.channel.kind != known.kind || row.channel.schemaName != known.schemaName {
      return "Its rows are for \(topic), which the app takes to be \(row.channel.schemaName)."
    }
    return nil
  }

  /// The row of a topic of which no ``problem(with:)`` is known.
  func row(_ topic: String) -> ChannelTable.Row? { channels.row(topic: topic) }

  /// Adds what the files of one format say about the recording, and which topics they have.
  ///
  /// - Throws: ``ImportError`` when another format has the same topic, or times that count from
  ///   elsewhere.
  mutating func describe(
    _ other: SessionDescription,
    _ topics: [(topic: String, file: String)]
  ) throws(ImportError) {
    guard let first = topics.first else {
      if description?.device.isEmpty == true { description?.device = other.device }
      return
    }
    for (topic, file) in topics {
      if let known = files.first(where: { $0.topic == topic }) {
        throw .ambiguous(files: [known.file, file], data: topic)
      }
    }
    let isFirst = files.isEmpty
    let before = files.first
    let known = files.map(\.topic)
    files += topics
    guard !isFirst, var together = description, let before else {
      description = other
      return
    }
    // Times since the start of a recording count from where nobody else knows.
    guard together.clock == .unix, other.clock == .unix else {
      throw .mixedFormats(files: [before.file, first.file])
    }
    if let reason = together.join(other, topics: known, topics.map(\.topic)) {
      throw .incompatible(files: [before.file, first.file], reason: reason)
    }
    description = together
  }
}
