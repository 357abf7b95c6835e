public import KymoCore
public import KymoRecording

/// What an import found.
public struct ImportedSession: Sendable {
  /// All events in the order of dispatch; the sequence of each source counts from 0.
  public var events: [Event]
  /// What the recording says about itself.
  public var description: SessionDescription
  /// What had to be changed, in the order of the files.
  public var repairs: [Repair]
  /// What else is worth knowing, in the order of the files.
  public var notes: [ImportNote]
  /// What became of every file, and of its columns and times, in the order in which they were read.
  public var files: [FileStatement]

  /// Makes all events.
  ///
  /// - Throws: `ImportError`; see ``ImportedEvents/next()``.
  /// - Complexity: O(*n* · *k*) for *n* events of *k* channels.
  public init(_ imported: ImportedEvents) throws(ImportError) {
    var imported = imported
    description = imported.description
    repairs = imported.repairs
    notes = imported.notes
    files = imported.files
    events = []
    events.reserveCapacity(imported.count)
    while true {
      let block = try imported.next()
      guard !block.isEmpty else { return }
      events += block
    }
  }
}
