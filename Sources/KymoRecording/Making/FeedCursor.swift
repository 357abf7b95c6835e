import KymoCore

/// A feed on its way into a session: where it stands, and by how much its events are moved.
struct FeedCursor {
  /// Where the events come from.
  private(set) var feed: any SessionFeed
  /// Its name, for messages.
  let name: String
  /// By how much its events are moved, in ns.
  var offset: Int64
  /// The sources in the session, by those of the feed; nil for one that another channel has there.
  private var sources: [SourceID?] = []
  /// The events of this block, at their times in the session, with the sources that they have there.
  private(set) var block: [Event] = []
  /// The place of the next event in the block.
  private(set) var place = 0
  /// How many events were taken.
  private(set) var count = 0
  private var isAtEnd = false

  /// Stands before the first event.
  init(_ feed: any SessionFeed, _ name: String, offset: Int64) {
    self.feed = feed
    self.name = name
    self.offset = offset
  }

  /// Finds the sources of its channels in the session.
  ///
  /// - Parameter table: the rows of the session.
  /// - Throws: `incompatible` if an open channel has no row, or one of another kind.
  mutating func resolve(_ table: ChannelTable) throws(ImportError) {
    let open = feed.description.openChannels.map(\.topic)
    var taken = Set(table.rows.filter(\.isOpen).map(\.source))  // Looked up, never iterated.
    var moved: [SourceID: SourceID] = [:]  // Looked up, never iterated.
    for row in feed.channels.rows {
      let topic = row.channel.topic
      let own = table.row(topic: topic)
      if let own, own.channel.kind == row.channel.kind,
        own.channel.schemaName == row.channel.schemaName
      {
        moved[row.source] = own.source
        taken.remove(row.source)
      } else if open.contains(topic) {
        throw .incompatible(
          files: [name],
          reason: own == nil
            ? "there is no room for its channel \(topic)"
            : "its channel \(topic) is not what that of another is"
        )
      }
    }
    sources = (UInt8.min...UInt8.max).map { value in
      let source = SourceID(rawValue: value)
      return moved[source] ?? (taken.contains(source) ? nil : source)
    }
  }

  /// The next event; nil at the end.
  var head: Event? { place < block.count ? block[place] : nil }

  /// Whether its next event comes before that of another, which comes first if they have one place.
  func precedes(_ other: FeedCursor) -> Bool {
    guard let head, let rival = other.head else { return head != nil }
    return Self.key(head) < Self.key(rival)
  }

  /// The end of the events in the block that come before another, or share its place.
  func end(before bound: Event, orAtIt isIncluded: Bool) -> Int {
    let bound = Self.key(bound)
    return block[place...].firstIndex { isIncluded ? Self.key($0) > bound : Self.key($0) >= bound }
      ?? block.count
  }

  private static func key(_ event: Event) -> (Int64, UInt8) {
    (event.timestamp, event.source.rawValue)
  }

  /// Goes behind events.
  mutating func advance(by count: Int) {
    place += count
    self.count += count
  }

  /// Reads a block if there is no event left.
  ///
  /// - Returns: whether it read one.
  /// - Throws: why it cannot; `incompatible` for times beyond those that ns can count.
  mutating func fill() throws(ImportError) -> Bool {
    guard !isAtEnd, place == block.count else { return false }
    block = try feed.next()
    place = 0
    isAtEnd = block.isEmpty
    // They are in order, so that the last is the latest.
    if let last = block.last, last.timestamp.addingReportingOverflow(offset).overflow {
      throw .incompatible(files: [name], reason: "moved, its times are beyond what ns can count")
    }
    for place in block.indices {
      guard let source = sources[Int(block[place].source.rawValue)] else {
        throw .incompatible(
          files: [name],
          reason: "its source \(block[place].source.rawValue) is that of a channel of another"
        )
      }
      block[place].source = source
      block[place].move(by: offset)
    }
    return true
  }
}

extension Event {
  /// Moves an event, and the fix if it is a location, by so many ns.
  mutating func move(by offset: Int64) {
    guard offset != 0 else { return }
    timestamp += offset
    guard kind == .location else { return }
    var fix = payload.location
    fix.fixTimestamp &+= offset
    payload = Payload(fix)
  }
}
