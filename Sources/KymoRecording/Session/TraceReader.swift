public import KymoCore
public import KymoMCAP

/// The steps of a recorded trace, in the order of dispatch.
public struct TraceReader: ~Copyable {
  let file: any MCAPByteSource
  var decoder: MCAPChunkDecoder
  let segments: [MCAPSegment]
  var nextSegment = 0
  var isLoaded = false
  var nextIndex: UInt64 = 0
  /// Whether a channel is the trace, by its id; nil before its first message.
  private var traces: [Bool?] = Array(repeating: nil, count: 16)

  /// Prepares to read what a scan has found.
  public init(_ file: any MCAPByteSource, scan: MCAPScan) {
    self.file = file
    decoder = MCAPChunkDecoder(catalog: scan.catalog)
    segments = scan.segments
  }

  /// The next step with the event's header, or nil after the last.
  ///
  /// The payload of the event is not in the trace and comes as zeros.
  ///
  /// - Throws: what is wrong with the file, and where.
  public mutating func next() throws(MCAPError) -> (event: Event, step: TraceStep)? {
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
      guard isTrace(message.channelID) else { continue }
      return try decode(message)
    }
  }

  /// Looks a channel up once: its name is not compared for every message.
  private mutating func isTrace(_ channel: UInt16) -> Bool {
    let id = Int(channel)
    if id < traces.count, let known = traces[id] { return known }
    while traces.count <= id { traces.append(nil) }
    let found = decoder.catalog.channel(channel)?.topic == SessionTopic.trace.name
    traces[id] = found
    return found
  }

  private mutating func decode(_ message: MCAPMessageView) throws(MCAPError) -> (Event, TraceStep) {
    let offset = segments[nextSegment].offset
    let start = message.dataOffset
    guard message.dataLength >= TraceStepLayout.bytes,
      decoder.load(at: start, as: UInt16.self) == 0x100,
      let timestamp = Int64(exactly: message.logTime),
      let status = OutcomeStatus(rawValue: decoder.load(at: start + TraceStepLayout.status)),
      let stage = Stage(rawValue: decoder.load(at: start + TraceStepLayout.stage))
    else {
      throw .record(.malformed, "chunk", at: offset, "a message of /trace is no kymograph step")
    }
    let kind = ReplyKind(rawValue: decoder.load(at: start + TraceStepLayout.replyKind))
    let replyBytes = Int(decoder.load(at: start + TraceStepLayout.replyLength, as: UInt32.self))
    guard replyBytes == kind.byteCount, message.dataLength >= TraceStepLayout.bytes + replyBytes
    else {
      throw .record(.malformed, "chunk", at: offset, "a step of /trace has a reply of another size")
    }
    var reply = Payload()
    if replyBytes > 0 {
      reply.word0 = decoder.load(at: start + TraceStepLayout.reply)
      reply.word1 = decoder.load(at: start + TraceStepLayout.reply + 8)
      reply.word2 = decoder.load(at: start + TraceStepLayout.reply + 16)
    }
    let outcome = Outcome(
      index: decoder.load(at: start + TraceStepLayout.index),
      status: status,
      stage: stage,
      handler: decoder.load(at: start + TraceStepLayout.handler),
      errorCode: decoder.load(at: start + TraceStepLayout.errorCode),
      replyKind: kind,
      reply: reply
    )
    guard outcome.index == nextIndex else {
      throw .record(
        .malformed,
        "chunk",
        at: offset,
        "/trace goes from step \(nextIndex) to step \(outcome.index); its order was lost"
      )
    }
    nextIndex += 1
    let event = Event(
      timestamp: timestamp,
      sequence: decoder.load(at: start + TraceStepLayout.sequence),
      command: CommandID(rawValue: decoder.load(at: start + TraceStepLayout.command)),
      source: SourceID(rawValue: decoder.load(at: start + TraceStepLayout.source)),
      kind: .none,
      payload: Payload()
    )
    return (
      event, TraceStep(outcome: outcome, digest: decoder.load(at: start + TraceStepLayout.digest))
    )
  }
}
