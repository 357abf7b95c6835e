/// A channel of a recording whose messages no handler was given.
public struct UnheardChannel: Sendable, Equatable {
  /// The topic.
  public var topic: String
  /// The name of the schema; empty if there is none.
  public var schemaName: String
  /// The encoding of its messages.
  public var messageEncoding: String
  /// How many messages were met.
  public var count: UInt64
  /// How many of them are not what the channel's row says, and were left out.
  public var unreadable: UInt64
  /// Why no handler got them: `unhandled`; `passed`, because the app does not list the channel, whose events went
  /// to the sinks; or `leftOut`, because there is no row for it, and nobody got them.
  public var use: ChannelUse
}
