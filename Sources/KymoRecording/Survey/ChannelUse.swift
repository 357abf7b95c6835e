public import KymoMCAP

/// The use that a replay makes of the messages of a channel.
public enum ChannelUse: Equatable, Sendable {
  /// The app lists the channel, and its handlers get them.
  case input
  /// The app lists the channel, and has no handler for its command: its events end as those of unknown commands.
  case unhandled
  /// The app does not listen to them: they are recorded again and counted.
  case passed
  /// The results of a run, or what is derived for other readers.
  case output
  /// Nothing: nobody knows them.
  case leftOut

  /// Decides the use of a channel of a file by the table of an app, which says nothing of handlers.
  public init(_ channel: MCAPChannel, schema: String, in table: ChannelTable) {
    guard let row = table.row(topic: channel.topic) else {
      self = SessionTopic.has(topic: channel.topic, schema: schema) ? .output : .leftOut
      return
    }
    guard !row.isListed else {
      self = .input
      return
    }
    let isKnown =
      row.channel.schemaName == schema
      && row.channel.messageEncoding == channel.messageEncoding
    self = isKnown ? .passed : .leftOut
  }
}
