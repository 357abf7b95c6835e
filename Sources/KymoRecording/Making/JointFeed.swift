package import KymoCore

/// Several feeds as one session, on one time line.
///
///     var feed = try JointFeed([sensors, calls], named: ["walk.zip", "calls.jsonl"], .start)
///     try maker.append(&feed)
///
/// Events of one time come by channel, then by the order of the feeds.
public struct JointFeed {
  /// A run of events that come before those of any other feed.
  package struct Run {
    /// The events, at their times in the session, with the sources that they have there.
    package var events: ArraySlice<Event>
    /// Knows their messages.
    var feed: any SessionFeed
  }

  /// The session's description of itself.
  public private(set) var description: SessionDescription
  /// By how much all times are moved, in ns, so that none lies before zero; 0 if none does.
  public let shiftNanoseconds: Int64
  /// How many bytes the longest message has; 0 if there is none.
  public let longestMessage: Int
  /// The choice of what is done about gaps.
  public let policy: GapPolicy
  /// The gaps that were met.
  public private(set) var gaps = GapPolicy.Outcome()

  private var cursors: [FeedCursor]
  /// The time of the last event, in ns.
  private var last: Int64?
  /// Whether the next event comes behind a gap at which the session is split.
  public private(set) var isAtGap = false

  /// Puts feeds side by side.
  ///
  /// - Parameters:
  ///   - feeds: of which nothing was read; at least one.
  ///   - names: their names, for messages.
  ///   - alignment: how they are put side by side; nil for feeds that count from 1970.
  ///   - policy: what is done about times without events.
  /// - Precondition: there are as many names, and offsets for all but the first.
  /// - Throws: ``ImportError/mixedFormats(files:)`` for clocks that do not fit together; `incompatible` for
  ///   descriptions and channels that do not, and for times beyond those that ns can count.
  public init(
    _ feeds: [any SessionFeed],
    named names: [String],
    _ alignment: MergeAlignment? = nil,
    gaps policy: GapPolicy = .keep
  ) throws(ImportError) {
    precondition(!feeds.isEmpty && names.count == feeds.count)
    self.policy = policy
    description = feeds[0].description
    if feeds.count > 1 { try Self.checkClocks(feeds, names, alignment) }
    var topics = feeds[0].topics
    for (number, feed) in feeds.enumerated().dropFirst() {
      defer { topics += feed.topics }
      if let reason = description.join(feed.description, topics: topics, feed.topics) {
        throw .incompatible(files: [names[0], names[number]], reason: reason)
      }
    }
    var cursors: [FeedCursor] = []
    for (number, feed) in feeds.enumerated() {
      let start = feeds[0].firstTimestamp
      let offset: (Int64, overflow: Bool) =
        switch alignment {
        case .start: start.subtractingReportingOverflow(feed.firstTimestamp)
        case .offsets(let offsets): (number == 0 ? 0 : offsets[number - 1], false)
        case .clock, .append, nil: (0, false)
        }
      let first = feed.firstTimestamp.addingReportingOverflow(offset.0)
      guard !offset.overflow, !first.overflow else { throw Self.beyond(names[number]) }
      cursors.append(FeedCursor(feed, names[number], offset: offset.0))
    }
    let first = cursors.map { $0.feed.firstTimestamp + $0.offset }.min() ?? 0
    guard first > .min else { throw Self.beyond(names[0]) }
    shiftNanoseconds = -min(0, first)
    for place in cursors.indices {
      let offset = cursors[place].offset.addingReportingOverflow(shiftNanoseconds)
      guard !offset.overflow else { throw Self.beyond(names[place]) }
      cursors[place].offset = offset.partialValue
    }
    longestMessage = feeds.map(\.longestMessage).max() ?? 0
    self.cursors = cursors
  }

  /// Refuses feeds whose clocks say nothing about each other.
  private static func checkClocks(
    _ feeds: [any SessionFeed],
    _ names: [String],
    _ alignment: MergeAlignment?
  ) throws(ImportError) {
    let clocks = feeds.map(\.description.clock)
    let other: Int?
    switch alignment {
    case .start, .append: return
    case .clock, .offsets: other = clocks.firstIndex { $0 != clocks[0] }
    // Times since the start of a recording count from where nobody else knows.
    case nil: other = clocks[0] == .unix ? clocks.firstIndex { $0 != .unix } : 1
    }
    if let other { throw .mixedFormats(files: [names[0], names[other]]) }
  }

  private static func beyond(_ name: String) -> ImportError {
    .incompatible(files: [name], reason: "moved, its times are beyond what ns can count")
  }

  /// The offsets of the feeds, in ns, in their order.
  public var offsets: [Int64] { cursors.map(\.offset) }

  /// How many events were given of each feed.
  public var counts: [Int] { cursors.map(\.count) }

  /// Finds the sources of the session's channels.
  ///
  /// - Parameter table: the rows of the session.
  /// - Throws: `incompatible` if a channel of a feed has no row, or one of another kind.
  package mutating func resolve(_ table: ChannelTable) throws(ImportError) {
    for place in cursors.indices { try cursors[place].resolve(table) }
  }

  /// The next events, as many as come before those of any other feed.
  ///
  /// - Parameter shouldStop: asked for each block of a feed.
  /// - Returns: nil at the end, and before a gap at which the session is split: see ``isAtGap``.
  /// - Throws: why a feed cannot be read; `interrupted`.
  package mutating func next(shouldStop: () -> Bool) throws(ImportError) -> Run? {
    guard !isAtGap else { return nil }
    var best: Int?
    var second: Int?
    for place in cursors.indices {
      if try cursors[place].fill(), shouldStop() { throw .interrupted }
      guard cursors[place].head != nil else { continue }
      if let leader = best, !cursors[place].precedes(cursors[leader]) {
        if second.map({ cursors[place].precedes(cursors[$0]) }) ?? true { second = place }
      } else {
        second = best
        best = place
      }
    }
    guard let best else { return nil }
    var end = cursors[best].block.count
    if let second, let bound = cursors[second].head {
      end = cursors[best].end(before: bound, orAtIt: best < second)
    }
    var events = cursors[best].block[cursors[best].place..<end]
    if policy != .keep { pass(&events) }
    cursors[best].advance(by: events.count)
    return isAtGap && events.isEmpty ? nil : Run(events: events, feed: cursors[best].feed)
  }

  /// Does about the gaps before and among events what the policy says.
  private mutating func pass(_ events: inout ArraySlice<Event>) {
    for place in events.indices {
      let time = events[place].timestamp
      let gap = last.map { time - $0 } ?? 0
      if gap > policy.limit {
        gaps.count += 1
        gaps.longest = max(gaps.longest, gap)
        if case .split = policy {
          isAtGap = true
          events = events[..<place]
          return
        }
        gaps.removed += gap - policy.limit
      }
      last = time
      events[place].move(by: -gaps.removed)
    }
  }

  /// Goes on behind a gap at which the session is split; does nothing elsewhere.
  public mutating func continueBehindGap() {
    if isAtGap { last = nil }
    isAtGap = false
  }
}
