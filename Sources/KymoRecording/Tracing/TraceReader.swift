import KymoCore
public import KymoMCAP

/// The steps of a recorded trace, in the order of dispatch.
public struct TraceReader: ~Copyable {
  let file: any MCAPByteSource
  var decoder: MCAPChunkDecoder
  let segments: [MCAPSegment]
  var nextSegment = 0
  var isLoaded = false
  var nextIndex: UInt64
  /// The layout of a channel's steps, by its id; nil in it if the channel is no trace, and nil before its
  /// first message.
  private var layouts: [TraceStepLayout??] = Array(repeating: .none, count: 16)

  /// Prepares to read what a scan has found.
  ///
  /// - Parameters:
  ///   - file: the bytes.
  ///   - scan: what is in them.
  ///   - first: the number of the first step: 0, or that at which a part of a session goes on.
  public init(_ file: any MCAPByteSource, scan: MCAPScan, first: UInt64 = 0) {
    self.file = file
    nextIndex = first
    decoder = MCAPChunkDecoder(catalog: scan.catalog)
    segments = scan.segments
  }

  /// The next step with the event's header, or nil after the last.
  ///
  /// - Throws: what is wrong with the file, and where.
  public mutating func next() throws(MCAPError) -> RecordedStep? {
    while true {
      if !isLoaded {
        if nextSegment == segments.count { return nil }
        try decoder.load(segments[nextSegment], from: file)
        isLoaded = true
      }
      guard let message = try decoder.nextMessage() else {
        isLoaded = false
        nextSegment += 1
        continue
      }
      guard let layout = layout(message.channelID) else { continue }
      let offset = segments[nextSegment].offset
      let found = try RecordedStep(message, layout, in: decoder, at: offset)
      let index = found.step.outcome.index
      guard index == nextIndex else {
        throw .record(
          .malformed,
          "chunk",
          at: offset,
          "/trace goes from step \(nextIndex) to step \(index); its order was lost"
        )
      }
      nextIndex += 1
      return found
    }
  }

  /// Looks a channel up once: its name is not compared for every message.
  private mutating func layout(_ channel: UInt16) -> TraceStepLayout? {
    let id = Int(channel)
    if id < layouts.count, let known = layouts[id] { return known }
    while layouts.count <= id { layouts.append(.none) }
    let found = RecordedStep.layout(of: channel, in: decoder.catalog)
    layouts[id] = .some(found)
    return found
  }
}
