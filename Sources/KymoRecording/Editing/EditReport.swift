import KymoMCAP

/// The account of a recording that was made out of others.
public struct EditReport: Sendable {
  /// How many messages of a topic were kept.
  public struct Channel: Sendable, Equatable {
    /// The topic.
    public var topic: String
    /// How many messages the new recording has of it.
    public var count: UInt64
  }

  /// How many messages the new recording has, those for map viewers included.
  public internal(set) var messages: UInt64 = 0
  /// The same by topic, in the order of the channels' ids.
  public internal(set) var channels: [Channel] = []
  /// The log time of the first message, in ns; 0 without messages.
  public internal(set) var firstTime: UInt64 = 0
  /// The log time of the last message, in ns; 0 without messages.
  public internal(set) var lastTime: UInt64 = 0
  /// How many messages the sources have, results of runs included.
  public internal(set) var sourceMessages: UInt64 = 0
  /// The names of the attachments that were copied, whole.
  public internal(set) var attachments: [String] = []
  /// The names of the attachments that were left out: captures of the session's traffic.
  public internal(set) var attachmentsLeftOut: [String] = []
  /// The pairs of the description of which the sources said different things.
  public internal(set) var differing: [String] = []
  /// Whether a trace, replies or digests of a run were left out.
  public internal(set) var droppedOutputs = false
  /// Whether it was stopped before the end of the sources.
  public internal(set) var wasStopped = false
  /// The steps in which the recording was made.
  public internal(set) var lineage: [LineageStep] = []

  /// Nothing so far.
  init() {}

  /// Takes the statistics of the new file.
  mutating func add(_ statistics: MCAPStatistics, _ catalog: MCAPCatalog) {
    messages = statistics.messageCount
    firstTime = statistics.messageStartTime
    lastTime = statistics.messageEndTime
    for entry in statistics.channelMessageCounts.entries {
      let topic = catalog.channel(entry.channelID)?.topic ?? "channel \(entry.channelID)"
      if let place = channels.firstIndex(where: { $0.topic == topic }) {
        channels[place].count += entry.value
      } else {
        channels.append(Channel(topic: topic, count: entry.value))
      }
    }
  }
}
