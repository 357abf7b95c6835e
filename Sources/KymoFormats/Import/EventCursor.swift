import KymoCore
import KymoRecording

/// The events of one channel, made from its stream a block at a time.
struct EventCursor {
  private var surveyed: SurveyedStream
  /// The place of the events among those of equal times.
  let source: SourceID
  /// The kind of the events of rows that have no type of their own.
  private let kind: EventKind
  /// The messages of the events of this block, one behind the other.
  private var texts: [UInt8] = []
  private var cleaner: BlockCleaner
  private var events: [Event] = []
  private var place = 0
  private var sequence: UInt32 = 0
  private var heldPlace = 0
  private var isAtEnd = false

  /// How many rows become events at a time, of those that are held.
  private static let blockRows = 4096

  /// Stands at the first event.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read again.
  init(_ surveyed: SurveyedStream, _ row: ChannelTable.Row) throws(ImportError) {
    self.surveyed = surveyed
    source = row.source
    kind = row.channel.kind
    cleaner = .idle(isClockTrue: surveyed.stream.isClockTrue)
    if surveyed.held == nil { try self.surveyed.stream.rewind() }
  }

  /// The name of the file, for messages.
  var file: String { surveyed.stream.file }

  /// The next event; nil at the end.
  ///
  /// It stays the next until ``advance()``.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read on.
  mutating func peek() throws(ImportError) -> Event? {
    while place == events.count {
      guard !isAtEnd else { return nil }
      try refill()
    }
    return events[place]
  }

  /// Goes behind the next event.
  mutating func advance() { place += 1 }

  /// Goes behind the next events, `limit` at most, of those that were made with the next one.
  ///
  /// - Precondition: ``peek()`` has given an event, and it has no message.
  mutating func take(limit: Int) -> ArraySlice<Event> {
    let run = events[place..<min(events.count, place + limit)]
    place = run.endIndex
    return run
  }

  /// The message of the next event, if it has one.
  func message(of event: Event) -> ArraySlice<UInt8> {
    guard event.kind.isReference else { return [] }
    let reference = event.payload.reference
    return texts[Int(reference.offset)..<Int(reference.offset) + Int(reference.length)]
  }

  private mutating func refill() throws(ImportError) {
    events.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    place = 0
    if let held = surveyed.held {
      let end = min(held.count, heldPlace + Self.blockRows)
      append(held[heldPlace..<end])
      heldPlace = end
      isAtEnd = end == held.count
      return
    }
    // What is to be said was said at the first reading.
    var silence = ImportLog(isStrict: false)
    if let rows = try surveyed.stream.next(log: &silence) {
      append(cleaner.clean(rows))
    } else {
      isAtEnd = true
      if let rows = cleaner.end() { append(rows) }
    }
  }

  private mutating func append(_ rows: ImportTable.Rows) {
    var rows = rows
    surveyed.stream.complete(&rows)
    switch rows {
    case .accelerations(let rows):
      append(rows, kind: .acceleration) { Payload($0.acceleration) }
    case .locations(let rows): append(rows, kind: .location) { Payload($0.location) }
    case .samples(let topic, let rows):
      precondition(kind == .sample, "\(topic) has no samples, but messages")
      append(rows, kind: .sample) { $0.payload }
    case .messages(let topic, let rows):
      precondition(kind.isReference, "\(topic) has no messages, but samples")
      var texts = texts
      self.texts = []  // So that there is one copy.
      append(rows, kind: kind) { row in
        let reference = PayloadReference(
          offset: UInt64(texts.count),
          length: UInt32(row.bytes.count),
          tag: row.tag
        )
        texts += row.bytes
        return Payload(reference)
      }
      self.texts = texts
    }
  }

  private mutating func append<Row: SensorRow>(
    _ rows: [Row],
    kind: EventKind,
    payload: (Row) -> Payload
  ) {
    for row in rows {
      events.append(
        Event(
          timestamp: row.timestamp,
          sequence: sequence,
          command: .unknown,
          source: source,
          kind: kind,
          payload: payload(row)
        )
      )
      sequence &+= 1
    }
  }
}
