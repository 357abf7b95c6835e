public import KymoCore

/// Events on their way into a session, a block at a time: an import, say, or calls in memory.
public protocol SessionFeed {
  /// The session's description of itself.
  var description: SessionDescription { get }
  /// The rows of the channels, with the sources of the events.
  var channels: ChannelTable { get }
  /// The topics of the channels that have events, in the order of their names.
  var topics: [String] { get }
  /// How many events there are in all.
  var count: Int { get }
  /// The time of the first event, in ns.
  var firstTimestamp: Int64 { get }
  /// How many bytes the longest message has; 0 if there is none.
  var longestMessage: Int { get }

  /// The next events in the order of dispatch; none at the end.
  ///
  /// - Throws: why they cannot be read.
  mutating func next() throws(ImportError) -> [Event]

  /// Lends the message of an event that ``next()`` gave last.
  func withMessage<Result, Failure: Error>(
    of event: Event,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result
}
