/// The account of an export.
public struct ExportReport: Sendable, Equatable {
  /// What became of the events of a channel.
  public struct Channel: Sendable, Equatable {
    /// The topic.
    public var topic: String
    /// How many events were read.
    public var read: UInt64 = 0
    /// How many were written.
    public var written: UInt64 = 0
    /// How many a later one of the same tick took the place of.
    public var thinned: UInt64 = 0
    /// How many the form has no place for, though it holds others of the channel: without a position, or unreadable.
    public var unfit: UInt64 = 0
    /// Whether the form holds the channel.
    public var isHeld: Bool
  }

  /// The channels that were chosen, in the order of their ids.
  public internal(set) var channels: [Channel] = []
  /// Whether it was stopped before its end.
  public package(set) var wasStopped = false

  /// How many events were written.
  public var written: UInt64 { channels.reduce(0) { $0 + $1.written } }
  /// How many events were read.
  public var read: UInt64 { channels.reduce(0) { $0 + $1.read } }
}
