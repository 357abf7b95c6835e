public import KymoCore
public import KymoRecording

/// The result of an import.
public struct ImportedSession: Sendable {
  /// All events in the order of dispatch; the sequence of each source counts from 0.
  public var events: [Event]
  /// The session's description of itself.
  public var description: SessionDescription
  /// The repairs, in the order of the files.
  public var repairs: [Repair]
  /// Other remarks, in the order of the files.
  public var notes: [ImportNote]
  /// A statement on every file, with its columns and times, in the order in which they were read.
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
