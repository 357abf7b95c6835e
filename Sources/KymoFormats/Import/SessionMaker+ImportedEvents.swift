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
    if events.longestMessage > 0 { reserve(messageBytes: events.longestMessage) }
    let sources = sources(of: events.channels)
    while true {
      let block = try events.next()
      if block.isEmpty || hasFailed { return }
      if shouldStop() { throw .interrupted }
      for event in block {
        var event = event
        event.timestamp += shift
        event.source = sources[Int(event.source.rawValue)]
        if event.kind.isReference {
          events.withMessage(of: event) { append(event, message: $0) }
          continue
        }
        if event.kind == .location, shift > 0 {
          var fix = event.payload.location
          fix.fixTimestamp += shift
          event.payload = Payload(fix)
        }
        append(event)
      }
    }
  }
  /// The sources here of the channels of an import, by their sources there.
  private func sources(of channels: ChannelTable) -> [SourceID] {
    var sources = (UInt8.min...UInt8.max).map { SourceID(rawValue: $0) }
    for row in channels.rows {
      guard let own = run.routing.channels.row(topic: row.channel.topic) else { continue }
      sources[Int(row.source.rawValue)] = own.source
    }
    return sources
  }
}
