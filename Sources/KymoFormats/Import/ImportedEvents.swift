public import KymoCore
import KymoMCAP
public import KymoRecording

/// The result of an import with its events still in the files: they are read, and made, as they are asked for.
///
/// Of a session of any length no more than some thousand rows a channel are in memory; all rows of a
/// channel whose file is not in the order of time are, at up to 256 bytes each while they are sorted.
public struct ImportedEvents {
  /// The session's description of itself.
  public let description: SessionDescription
  /// The repairs, in the order of the files.
  public let repairs: [Repair]
  /// Other remarks, in the order of the files.
  public let notes: [ImportNote]
  /// A statement on every file, with its columns and times, in the order in which they were read.
  public let files: [FileStatement]
  /// The topics of the channels that have events, in the order of their names.
  public let topics: [String]
  /// How many events there are in all.
  public let count: Int
  /// The time of the first event, in ns.
  public let firstTimestamp: Int64

  /// The rows of the channels, with the sources of the events.
  public let channels: ChannelTable
  /// How many bytes the longest message has; 0 if there is none.
  public let longestMessage: Int

  private var texts: [UInt8] = []
  private var cursors: [EventCursor]
  private var madeCount = 0
  private var last: Event?

  /// How many events are made at a time.
  private static let blockLength = 4096
  /// After how many bytes of messages no more events are made at a time.
  private static let textsKept = 1 << 20

  init(
    _ cursors: [EventCursor],
    _ streams: [SurveyedStream],
    channels: ChannelTable,
    description: SessionDescription,
    log: ImportLog
  ) {
    self.cursors = cursors
    self.channels = channels
    topics = streams.map(\.stream.topic).sorted()
    count = streams.reduce(0) { $0 + $1.count }
    firstTimestamp = streams.compactMap(\.firstTimestamp).min() ?? 0
    longestMessage = streams.map(\.longestMessage).max() ?? 0
    self.description = description
    repairs = log.repairs
    notes = log.notes
    files = log.files
  }

  /// The next events in the order of dispatch.
  ///
  /// The sequence of each source counts from 0. There are none at the end. What an event refers to is read with
  /// ``withMessage(of:_:)`` until the next call.
  ///
  /// - Throws: `ImportError` when a file is not what it was when the import began, or when the user
  ///   wants it to end.
  /// - Complexity: O(*n* · *k*) for *n* events of *k* channels.
  public mutating func next() throws(ImportError) -> [Event] {
    var events: [Event] = []
    events.reserveCapacity(Self.blockLength)
    texts.removeAll(keepingCapacity: true)
    while events.count < Self.blockLength, texts.count < Self.textsKept {
      if try appendRun(to: &events) { continue }
      var best: (place: Int, event: Event)?
      for place in cursors.indices {
        guard let event = try cursors[place].peek() else { continue }
        if let leader = best?.event, !event.precedes(leader) { continue }
        best = (place, event)
      }
      guard let (place, next) = best else { break }
      var event = next
      if let last, event.precedes(last) { throw changed(cursors[place].file) }
      if event.kind.isReference {
        var reference = event.payload.reference
        reference.offset = UInt64(texts.count)
        texts += cursors[place].message(of: event)
        event.payload = Payload(reference)
      }
      cursors[place].advance()
      last = event
      events.append(event)
    }
    madeCount += events.count
    if events.isEmpty ? madeCount != count : madeCount > count {
      throw changed(cursors.first?.file ?? "import")
    }
    return events
  }

  /// Appends events of the only cursor that there is, as many as there is room for; false if there are others, or if
  /// its events have messages, and at the end.
  private mutating func appendRun(to events: inout [Event]) throws(ImportError) -> Bool {
    guard cursors.count == 1, let next = try cursors[0].peek(), !next.kind.isReference else {
      return false
    }
    let run = cursors[0].take(limit: Self.blockLength - events.count)
    for event in run {
      if let last, event.precedes(last) { throw changed(cursors[0].file) }
      last = event
    }
    events += run
    return true
  }

  /// Lets `body` read the message of an event that ``next()`` gave last.
  public func withMessage<Result, Failure: Error>(
    of event: Event,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let reference = event.payload.reference
    let start = Int(reference.offset)
    return try texts.withRawSpan(start..<start + Int(reference.length), body)
  }

  private func changed(_ file: String) -> ImportError {
    .unreadable(path: file, reason: "it was changed while it was imported")
  }
}
