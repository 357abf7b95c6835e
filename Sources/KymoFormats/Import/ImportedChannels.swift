import KymoCore
import KymoRecording

/// The channels of a session on their way together, and what the session says about itself.
struct ImportedChannels {
  /// The session's description of itself; nil before a format said something.
  private(set) var description: SessionDescription?
  private let channels: ChannelTable
  private var files: [(topic: String, file: String)] = []

  /// Takes the channels that a session may have.
  init(_ channels: ChannelTable) { self.channels = channels }

  /// Whether rows for `topic` become events.
  private func accepts(_ topic: String) -> Bool {
    channels.row(topic: topic)?.channel.kind.isReference == false
  }

  /// The source of the events for `topic`; nil if rows for it do not become events.
  func source(_ topic: String) -> SourceID? {
    accepts(topic) ? channels.row(topic: topic)?.source : nil
  }

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
        throw .ambiguous(files: [known.file, file])
      }
    }
    let isFirst = files.isEmpty
    let before = files.first
    files += topics
    guard !isFirst, var together = description, let before else {
      description = other
      return
    }
    // Times since the start of a recording count from where nobody else knows.
    guard together.clock == .unix, other.clock == .unix else {
      throw .mixedFormats(files: [before.file, first.file])
    }
    together.origin += "; " + other.origin
    if together.device.isEmpty { together.device = other.device }
    if together.gravity == .unknown { together.gravity = other.gravity }
    if topics.contains(where: { $0.topic == InputChannel.location.topic }) {
      together.altitudeDatum = other.altitudeDatum
      together.accuracyConfidence = other.accuracyConfidence
    }
    description = together
  }
}
