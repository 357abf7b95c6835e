public import KymoCore
public import KymoMCAP

/// The input events of a recording, in the order of dispatch, whatever their order in the file.
///
/// Chunks are merged as ``KymoMCAP/MCAPMerge`` does it, so that memory holds one chunk, or as many as
/// overlap. Ties are broken by source, then by the place in the file; sequences are numbered anew within
/// each source.
public struct SessionEvents: ~Copyable {
  /// How many decoded events wait at most for a chunk that starts before they end (512 MiB).
  public static var maximumPending: Int { 8 << 20 }

  enum Role: UInt8 { case unseen, ignored, accelerometer, location, request }

  let file: any MCAPByteSource
  let routing: CommandRouting
  var decoder: MCAPChunkDecoder
  let segments: [MCAPSegment]
  /// The events that were decoded; `sequence` holds the segment's number until they are given out.
  var merge: MCAPMerge<EventOrder>
  var roles: [Role] = Array(repeating: .unseen, count: 16)

  /// Whether the recording may have requests, so that room for their texts is needed.
  public let mayHaveMessages: Bool
  var bridge: BridgeReading?
  /// The texts of the requests that wait.
  var texts: [UInt8] = []
  var sequences: [256 of UInt32] = .init(repeating: 0)

  /// Prepares to read what a scan has found.
  ///
  /// - Throws: ``SessionError`` if the file is cut off: replaying half a session would not be a replay.
  public init(
    _ file: any MCAPByteSource,
    scan: MCAPScan,
    routing: CommandRouting
  ) throws(SessionError) {
    if case .cut(let error) = scan.ending { throw .file(error) }
    self.file = file
    self.routing = routing
    decoder = MCAPChunkDecoder(catalog: scan.catalog)
    // A summary may leave the channels out; then they are met in the chunks.
    mayHaveMessages =
      scan.summary?.catalog.channels.isEmpty != false
      || !scan.catalog.channels(topic: SessionTopic.request.name).isEmpty
    segments = scan.segments
    merge = MCAPMerge(starts: scan.segments.map(\.startTime))
  }

  /// Appends events to `output` until it is full, or up to the next event that carries a message.
  ///
  /// - Returns: false if there are no more events; true if ``next()`` must be called for the message.
  /// - Throws: what is wrong with the file, and where.
  /// - Complexity: O(events); allocates only while chunks grow.
  public mutating func fill(_ output: inout OutputSpan<Event>) throws(SessionError) -> Bool {
    while !output.isFull {
      if merge.readyCount == 0, !(try refill()) { return false }
      let count = min(output.freeCapacity, merge.readyCount)
      for index in 0..<count {
        var event = merge[index]
        if event.kind == .message {
          merge.skip(index)
          return true
        }
        let source = Int(event.source.rawValue)
        event.sequence = sequences[source]
        sequences[source] &+= 1
        output.append(event)
      }
      merge.skip(count)
    }
    return true
  }

  /// The next event, or nil after the last.
  public mutating func next() throws(SessionError) -> Event? {
    if merge.readyCount == 0, !(try refill()) { return nil }
    var event = merge.takeNext()
    let source = Int(event.source.rawValue)
    event.sequence = sequences[source]
    sequences[source] &+= 1
    return event
  }

  /// Whether the next event carries a message, as far as is known without reading on.
  var nextIsMessage: Bool { merge.readyCount > 0 && merge[0].kind == .message }

  /// Lets `body` read the message of an event that ``next()`` gave last.
  public func withMessage<Result, Failure: Error>(
    of event: Event,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let reference = event.payload.reference
    let start = Int(reference.offset)
    return try texts.withRawSpan(start..<start + Int(reference.length), body)
  }

  /// Decodes segments until some events are certain to be next.
  private mutating func refill() throws(SessionError) -> Bool {
    if merge.waitingCount == 0 {
      texts.removeAll(keepingCapacity: true)
    } else if texts.count > Self.textsKept {
      compactTexts()
    }
    while merge.readyCount == 0 {
      guard let number = merge.beginSegment() else { return false }
      do { try decodeSegment(number) } catch {
        merge.abandon()
        throw .file(error)
      }
      merge.endSegment()
      guard merge.waitingCount <= Self.maximumPending else {
        merge.abandon()
        throw .content(
          "more than \(Self.maximumPending) events in chunks that overlap: rewrite it with sorted "
            + "chunks, for example with 'mcap sort'"
        )
      }
    }
    return true
  }

  /// How many bytes of texts may lie about before those that were given out are removed.
  static var textsKept: Int { 1 << 20 }

  private mutating func compactTexts() {
    let all = texts
    var kept: [UInt8] = []
    merge.updateWaiting { event in
      guard event.kind == .message else { return }
      var reference = event.payload.reference
      let start = Int(reference.offset)
      reference.offset = UInt64(kept.count)
      kept += all[start..<start + Int(reference.length)]
      event.payload = Payload(reference)
    }
    texts = kept
  }

  private mutating func decodeSegment(_ number: Int) throws(MCAPError) {
    let segment = segments[number]
    let rank = UInt32(truncatingIfNeeded: number)
    try decoder.load(segment, from: file)
    while let message = try decoder.nextMessage() {
      let channel = Int(message.channelID)
      var role = channel < roles.count ? roles[channel] : .unseen
      if role == .unseen { role = try classify(message.channelID, at: segment.offset) }
      if role == .ignored { continue }
      guard message.logTime >= segment.startTime, message.logTime <= segment.endTime else {
        throw .record(
          .malformed,
          "chunk",
          at: segment.offset,
          "it holds a message at \(message.logTime) ns, outside the times it states"
        )
      }
      guard let timestamp = Int64(exactly: message.logTime) else {
        throw .record(
          .unsupported,
          "chunk",
          at: segment.offset,
          "it holds a message at \(message.logTime) ns, beyond the year 2262"
        )
      }
      if role == .request {
        try appendRequest(message, at: timestamp, rank: rank, segment.offset)
        continue
      }
      let isLocation = role == .location
      let size = isLocation ? UnsafeSessionCDR.locationBytes : UnsafeSessionCDR.accelerationBytes
      guard message.dataLength >= size,
        decoder.load(at: message.dataOffset, as: UInt16.self) == 0x100
      else {
        throw .record(
          .malformed,
          "chunk",
          at: segment.offset,
          "a message of channel \(channel) is no little-endian CDR of at least \(size) bytes"
        )
      }
      merge.append(
        Event(
          timestamp: timestamp,
          sequence: rank,
          command: isLocation ? routing.location : routing.accelerometer,
          source: isLocation ? .location : .accelerometer,
          kind: isLocation ? .location : .acceleration,
          payload: payload(at: message.dataOffset + 4, isLocation: isLocation)
        )
      )
    }
  }

  /// Appends the event of a request and its text.
  private mutating func appendRequest(
    _ message: MCAPMessageView,
    at timestamp: Int64,
    rank: UInt32,
    _ offset: UInt64
  ) throws(MCAPError) {
    if bridge == nil { bridge = BridgeReading(routing) }
    let request = decoder.withData(of: message) { bridge?.read($0, into: &texts) }
    switch request {
    case .request(let command, let reference)?:
      merge.append(
        Event(
          timestamp: timestamp,
          sequence: rank,
          command: command,
          source: .bridge,
          kind: .message,
          payload: Payload(reference)
        )
      )
    case .malformed(let problem)?:
      // Not as malformed: what is not read can be copied, so no recovery would mend it.
      throw .record(
        .unsupported,
        "chunk",
        at: offset,
        "its request at \(timestamp) ns cannot be read: \(problem)"
      )
    case nil: break
    }
  }

  @inline(__always)
  private func payload(at offset: Int, isLocation: Bool) -> Payload {
    var payload = Payload()
    payload.word0 = decoder.load(at: offset)
    payload.word1 = decoder.load(at: offset + 8)
    payload.word2 = decoder.load(at: offset + 16)
    if isLocation {
      payload.word3 = decoder.load(at: offset + 24)
      payload.word4 = decoder.load(at: offset + 32)
      payload.word5 = decoder.load(at: offset + 40)
    }
    return payload
  }

  /// Decides what to do with a channel when its first message is met.
  private mutating func classify(_ id: UInt16, at offset: UInt64) throws(MCAPError) -> Role {
    guard let channel = decoder.catalog.channel(id) else {
      throw .record(
        .malformed,
        "chunk",
        at: offset,
        "a message of channel \(id), which is not described"
      )
    }
    var role = Role.ignored
    if let topic = SessionTopic.allCases.first(where: { $0.name == channel.topic }),
      topic.isInput
    {
      let schema = decoder.catalog.schema(channel.schemaID)?.name ?? "none"
      guard schema == topic.schemaName, channel.messageEncoding == topic.messageEncoding else {
        throw .record(
          .unsupported,
          "channel \(id) (\(channel.topic))",
          at: offset,
          "its schema is \(schema) in \(channel.messageEncoding); "
            + "replay needs \(topic.schemaName) in \(topic.messageEncoding)"
        )
      }
      switch topic {
      case .location: role = .location
      case .request: role = .request
      default: role = .accelerometer
      }
    }
    while roles.count <= Int(id) { roles.append(.unseen) }
    roles[Int(id)] = role
    return role
  }
}
