public import KymoCore
import KymoMCAP
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

  private var texts: [UInt8] = []

  /// The message of an event that has one; else nothing.
  public func message(of event: Event) -> [UInt8] {
    guard event.kind.isReference else { return [] }
    let reference = event.payload.reference
    return Array(texts[Int(reference.offset)...].prefix(Int(reference.length)))
  }

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
      for var event in block {
        if event.kind.isReference {
          var reference = event.payload.reference
          let start = texts.count
          imported.withMessage(of: event) { texts.append(copying: $0) }
          reference.offset = UInt64(start)
          event.payload = Payload(reference)
        }
        events.append(event)
      }
    }
  }
}
