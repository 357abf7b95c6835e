public import KymoCore
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
  /// How many events there are in all.
  public let count: Int
  /// The time of the first event, in ns.
  public let firstTimestamp: Int64

  /// By how much its times have to be moved, in ns, so that none lies before zero; 0 for those that do not.
  public var shiftNanoseconds: Int64 { -min(0, firstTimestamp) }

  private var cursors: [EventCursor]
  private var madeCount = 0
  private var last: Event?

  /// How many events are made at a time.
  private static let blockLength = 4096

  init(
    _ cursors: [EventCursor],
    count: Int,
    firstTimestamp: Int64,
    description: SessionDescription,
    log: ImportLog
  ) {
    self.cursors = cursors
    self.count = count
    self.firstTimestamp = firstTimestamp
    self.description = description
    repairs = log.repairs
    notes = log.notes
    files = log.files
  }

  /// The next events in the order of dispatch.
  ///
  /// The sequence of each source counts from 0. There are none at the end.
  ///
  /// - Throws: `ImportError` when a file is not what it was when the import began, or when the user
  ///   wants it to end.
  /// - Complexity: O(*n* · *k*) for *n* events of *k* channels.
  public mutating func next() throws(ImportError) -> [Event] {
    var events: [Event] = []
    events.reserveCapacity(Self.blockLength)
    while events.count < Self.blockLength {
      var best: (place: Int, event: Event)?
      for place in cursors.indices {
        guard let event = try cursors[place].peek() else { continue }
        if let leader = best?.event, !event.precedes(leader) { continue }
        best = (place, event)
      }
      guard let (place, event) = best else { break }
      if let last, event.precedes(last) { throw changed(cursors[place].file) }
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

  private func changed(_ file: String) -> ImportError {
    .unreadable(path: file, reason: "it was changed while it was imported")
  }
}
