public import KymoCore

extension SessionMaker where Sink == NoSink {
  /// Adds the events of feeds in the order of time, to their end, or to a gap at which the session is split.
  ///
  /// Nothing more is added once the disk has failed, which ``finish(after:losses:attaching:adding:)`` throws.
  ///
  /// - Parameters:
  ///   - feed: feeds of which nothing was read, or which stand behind a gap.
  ///   - shouldStop: asked every some thousand events.
  ///   - progress: told how many events were added.
  /// - Throws: `interrupted` if it was asked to stop; why a feed cannot be read. What came before is added.
  public mutating func append(
    _ feed: inout JointFeed,
    shouldStop: () -> Bool = { false },
    progress: (Int) -> Void = { _ in }
  ) throws(ImportError) {
    if feed.longestMessage > 0 { reserve(messageBytes: feed.longestMessage) }
    try feed.resolve(run.routing.channels)
    var count = 0
    while !hasFailed, let part = try feed.next(shouldStop: shouldStop) {
      for event in part.events {
        if event.kind.isReference {
          part.feed.withMessage(of: event) { append(event, message: $0) }
        } else {
          append(event)
        }
      }
      count += part.events.count
      progress(count)
    }
  }

  /// Adds all events of a feed, later by ``JointFeed/shiftNanoseconds``: a time before zero has no place in a recording.
  ///
  /// - Parameter feed: of which nothing was read.
  /// - Throws: why it cannot be read. What came before is added.
  public mutating func append(allOf feed: some SessionFeed) throws(ImportError) {
    var joint = try JointFeed([feed], named: [feed.description.origin])
    try append(&joint)
  }
}
