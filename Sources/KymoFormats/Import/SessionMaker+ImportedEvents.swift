public import KymoCore
public import KymoRecording

extension SessionMaker where Sink == NoSink {
  /// Adds all events of an import, later by ``ImportedEvents/shiftNanoseconds``: a time before zero has no place in a
  /// recording.
  ///
  /// Nothing more is added once the disk has failed, which ``finish(after:losses:attaching:)`` throws.
  ///
  /// - Parameters:
  ///   - events: an import, of which nothing was read.
  ///   - shouldStop: asked every some thousand events.
  /// - Throws: `interrupted` if it was asked to stop; as ``ImportedEvents/next()``. What came before is added.
  public mutating func append(
    _ events: inout ImportedEvents,
    shouldStop: () -> Bool = { false }
  ) throws(ImportError) {
    let shift = events.shiftNanoseconds
    while true {
      let block = try events.next()
      if block.isEmpty || hasFailed { return }
      if shouldStop() { throw .interrupted }
      for event in block {
        var event = event
        event.timestamp += shift
        if event.kind == .location, shift > 0 {
          var fix = event.payload.location
          fix.fixTimestamp += shift
          event.payload = Payload(fix)
        }
        append(event)
      }
    }
  }
}
