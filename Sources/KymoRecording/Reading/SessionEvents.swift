import KymoBridge
public import KymoCore
public import KymoMCAP

/// The input events of a recording, in the order of dispatch, whatever their order in the file.
///
/// Chunks are merged as `MCAPMerge` does it, so that memory holds one chunk, or as many as
/// overlap. Ties are broken by source, then by the place in the file.
///
/// Samples, fixes and data are numbered anew within their source. A request keeps the number that it gives
/// itself, which replies name it by, as long as these numbers ascend; from the first that does not on,
/// requests are counted on from the last. A message of a channel of requests that is no request is an event
/// too: it carries its own bytes and a refusal, so that its outcome is `OutcomeStatus.malformed`.
public struct SessionEvents: ~Copyable {
  /// How many decoded events wait at most for a chunk that starts before they end (512 MiB).
  public static var maximumPending: Int { 8 << 20 }

  let file: any MCAPByteSource
  let routing: CommandRouting
  /// Up to when the session went on after its last input: see ``SessionResult/end``.
  public var end: Int64?

  var decoder: MCAPChunkDecoder
  let segments: [MCAPSegment]
  /// The events that were decoded; `sequence` holds the segment's number until they are given out.
  var merge: MCAPMerge<EventOrder>
  /// The role of each channel of the file, by its id.
  var roles: [ChannelRole] = Array(repeating: .unseen, count: 16)

  /// How many bytes of texts and data a ring must have room for: twice the longest message, since it must fit
  /// wherever the free bytes begin; 0 if the recording has none.
  public private(set) var arenaBytes: Int
  var bridge: BridgeReading?
  /// The members that the requests of a channel must have by its schema, by its id.
  private var required: [[String]] = []
  /// The texts and the data of the events that wait.
  var texts: [UInt8] = []
  var sequences: [256 of UInt32] = .init(repeating: 0)
  /// How far it goes, and how far it is.
  var bound = SessionBound()
  private var numberings: [256 of RequestNumbering] = .init(repeating: RequestNumbering())
  /// The parts of the session that follow.
  private var following: ArraySlice<SessionFile> = []
  /// The channels left out of the parts before.
  var earlierUnheard: [UnheardChannel] = []

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
    let isUnknown = scan.summary?.catalog.channels.isEmpty != false
    arenaBytes =
      routing.channels.rows.filter { row in
        (row.isListed || routing.passed != nil)
          && (isUnknown || !scan.catalog.channels(topic: row.channel.topic).isEmpty)
      }.map { row in
        switch row.channel.kind {
        case .message: 2 * routing.calls.limits.urlBytes
        case .data: 2 * row.channel.maximumBytes
        default: 0
        }
      }.max() ?? 0
    // What a run came to is not for replay: chunks that hold nothing else are not decompressed.
    segments = scan.segments.filter { $0.holdsOutputs(in: scan.catalog) != true }
    merge = MCAPMerge(starts: segments.map(\.startTime))
  }

  /// The channels whose messages were met but given to no handler, in the order of their ids in the file.
  public var unheard: [UnheardChannel] {
    earlierUnheard.reduce(into: ownUnheard) { all, earlier in
      let place = all.firstIndex { $0.topic == earlier.topic && $0.use == earlier.use }
      guard let place else { return all.append(earlier) }
      all[place].count += earlier.count
      all[place].unreadable += earlier.unreadable
    }
  }

  private var ownUnheard: [UnheardChannel] {
    roles.indices.compactMap { id in
      guard roles[id].count > 0, let channel = decoder.catalog.channel(UInt16(id)) else {
        return nil
      }
      return UnheardChannel(
        topic: channel.topic,
        schemaName: decoder.catalog.schema(channel.schemaID)?.name ?? "",
        messageEncoding: channel.messageEncoding,
        count: roles[id].count,
        unreadable: roles[id].unreadable,
        use: roles[id].useUnheard
      )
    }
  }

  /// Appends events to `output` until it is full, or up to the next event that carries a message or data.
  ///
  /// - Returns: false if there are no more events; true if ``next()`` must be called for the message.
  /// - Throws: what is wrong with the file, and where.
  /// - Complexity: O(events); allocates only while chunks grow.
  public mutating func fill(_ output: inout OutputSpan<Event>) throws(SessionError) -> Bool {
    while !output.isFull {
      if merge.readyCount == 0, !(try refill()) { return false }
      if isAtBound { return false }
      let count = Self.copyReady(merge, &sequences, bound, into: &output)
      if count > 0 { bound.last = merge.withReady { MergePlace($0[count - 1]) } }
      merge.skip(count)
      bound.passed &+= UInt64(count)
      if nextIsMessage { return true }
    }
    return true
  }

  /// Copies events that are ready, up to the next that carries a message or data, or until the output is full.
  private static func copyReady(
    _ merge: borrowing MCAPMerge<EventOrder>,
    _ sequences: inout [256 of UInt32],
    _ bound: SessionBound,
    into output: inout OutputSpan<Event>
  ) -> Int {
    merge.withReady { ready in
      let count = min(output.freeCapacity, ready.count, bound.left)
      for index in 0..<count {
        var event = ready[index]
        if event.kind.isReference || event.timestamp > bound.lastTime { return index }
        let source = Int(event.source.rawValue)
        event.sequence = sequences[source]
        sequences[source] &+= 1
        output.append(event)
      }
      return count
    }
  }

  /// The next event, or nil after the last before the bound.
  public mutating func next() throws(SessionError) -> Event? {
    if merge.readyCount == 0, !(try refill()) { return nil }
    if isAtBound { return nil }
    var event = merge.takeNext()
    bound.last = MergePlace(event)
    bound.passed &+= 1
    let source = Int(event.source.rawValue)
    if event.kind == .message {
      event.sequence = numberings[source].sequence(
        event.payload.ownNumber,
        next: &sequences[source]
      )
      event.payload = Payload(event.payload.reference)
      return event
    }
    event.sequence = sequences[source]
    sequences[source] &+= 1
    return event
  }

  /// Lets `body` read the message or the data of an event that ``next()`` gave last.
  public func withMessage<Result, Failure: Error>(
    of event: Event,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let reference = event.payload.reference
    let start = Int(reference.offset)
    return try texts.withRawSpan(start..<start + Int(reference.length), body)
  }

  /// Decodes segments until some events are certain to be next.
  mutating func refill() throws(SessionError) -> Bool {
    if merge.waitingCount == 0 {
      texts.removeAll(keepingCapacity: true)
    } else if texts.count > Self.textsKept {
      compactTexts()
    }
    while merge.readyCount == 0 {
      guard let number = merge.beginSegment() else { return try goOn() }
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

  /// Adds a recording that goes on where the last one ends: the parts are read as if they were one.
  ///
  /// - Throws: ``SessionError`` if the part is cut off, or begins before the one before it ends.
  public mutating func append(_ part: SessionFile) throws(SessionError) {
    let next = try part.events(routing)
    let before = following.last.map(\.lastTime) ?? lastTime
    if let before, let start = next.startTime, start < before {
      throw .content("it begins at \(start) ns, and the part before it ends at \(before) ns")
    }
    arenaBytes = max(arenaBytes, next.arenaBytes)
    end = next.end
    following.append(part)
  }

  /// Goes on with the next part, if there is one.
  private mutating func goOn() throws(SessionError) -> Bool {
    guard let part = following.popFirst() else { return false }
    var next = try part.events(routing)
    next.following = following
    next.end = end
    next.bound = bound
    goOn(with: next)
    guard try refill() else { return false }
    // At one time the sources decide the order, which must not depend on where a file ends.
    if let last = bound.last, merge.withReady({ MergePlace($0[0]) < last }) {
      throw .content("it begins with an input that goes before the last one of the part before it")
    }
    return true
  }

  /// Becomes other events, whose numbers go on from those so far.
  mutating func goOn(with other: consuming SessionEvents) {
    var next = other
    next.sequences = sequences
    next.numberings = numberings
    next.earlierUnheard = unheard
    next.arenaBytes = max(arenaBytes, next.arenaBytes)
    self = next
  }

  /// How many bytes of texts may lie about before those that were given out are removed.
  static var textsKept: Int { 1 << 20 }

  private mutating func compactTexts() {
    let all = texts
    var kept: [UInt8] = []
    merge.updateWaiting { event in
      guard event.kind.isReference else { return }
      var reference = event.payload.reference
      let start = Int(reference.offset)
      reference.offset = UInt64(kept.count)
      kept += all[start..<start + Int(reference.length)]
      let own = event.payload.ownNumber
      event.payload = Payload(reference)
      event.payload.ownNumber = own
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
      if role.form == .unseen { role = try classify(message.channelID, at: segment.offset) }
      if role.form == .ignored { continue }
      if role.isUnheard {
        roles[channel].count &+= 1
        if role.form == .leftOut { continue }
        // What nobody listens to does not end a replay.
        guard role.isListed || isReadable(message, role, in: segment) else {
          roles[channel].unreadable &+= 1
          continue
        }
      }
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
      if role.form == .reference {
        try appendReference(message, role, at: timestamp, rank: rank, segment.offset)
        continue
      }
      guard message.dataLength >= role.leastBytes,
        decoder.load(at: message.dataOffset, as: UInt16.self) == 0x100
      else {
        throw notCDR(message, role, segment.offset)
      }
      merge.append(
        Event(
          timestamp: timestamp,
          sequence: rank,
          command: role.command,
          source: role.source,
          kind: role.kind,
          payload: decoder.payload(at: message.dataOffset + 4, role)
        )
      )
    }
  }

  /// Whether a message can be an event of its channel; asked where the answer does not end the replay.
  private func isReadable(
    _ message: MCAPMessageView,
    _ role: ChannelRole,
    in segment: MCAPSegment
  ) -> Bool {
    guard message.logTime >= segment.startTime, message.logTime <= segment.endTime,
      message.logTime <= UInt64(Int64.max)
    else { return false }
    if role.kind == .message { return true }
    if role.form == .reference, message.dataLength > role.mostBytes { return false }
    guard role.form != .reference || role.isCDR else { return true }
    return message.dataLength >= role.leastBytes
      && decoder.load(at: message.dataOffset, as: UInt16.self) == 0x100
  }

  private func notCDR(
    _ message: MCAPMessageView,
    _ role: ChannelRole,
    _ offset: UInt64
  ) -> MCAPError {
    let topic = decoder.catalog.channel(message.channelID)?.topic ?? ""
    return .record(
      .unsupported,
      "channel \(message.channelID) (\(topic))",
      at: offset,
      "its message at \(message.logTime) ns is not little-endian CDR of at least "
        + "\(role.leastBytes) bytes"
    )
  }

  /// Appends an event whose message does not fit into it.
  private mutating func appendReference(
    _ message: MCAPMessageView,
    _ role: ChannelRole,
    at timestamp: Int64,
    rank: UInt32,
    _ offset: UInt64
  ) throws(MCAPError) {
    if role.kind == .message {
      appendRequest(message, role, at: timestamp, rank: rank)
      return
    }
    let channel = Int(message.channelID)
    if role.isCDR {
      guard message.dataLength >= role.leastBytes,
        decoder.load(at: message.dataOffset, as: UInt16.self) == 0x100
      else {
        throw notCDR(message, role, offset)
      }
    }
    guard message.dataLength <= role.mostBytes else {
      let topic = decoder.catalog.channel(message.channelID)?.topic ?? ""
      throw .record(
        .unsupported,
        "channel \(channel) (\(topic))",
        at: offset,
        "its message at \(timestamp) ns has \(message.dataLength) bytes; the app takes "
          + "\(role.mostBytes) at most"
      )
    }
    let reference = PayloadReference(
      offset: UInt64(texts.count),
      length: UInt32(message.dataLength)
    )
    decoder.withData(of: message) { texts.append(copying: $0) }
    merge.append(
      Event(
        timestamp: timestamp,
        sequence: rank,
        command: role.command,
        source: role.source,
        kind: .data,
        payload: Payload(reference)
      )
    )
  }

  /// Appends the event of a request and its text.
  private mutating func appendRequest(
    _ message: MCAPMessageView,
    _ role: ChannelRole,
    at timestamp: Int64,
    rank: UInt32
  ) {
    let reading = bridge ?? BridgeReading(routing)
    bridge = reading
    let required = required[Int(message.channelID)]
    let request = decoder.withData(of: message) {
      reading.read($0, requiring: required, into: &texts)
    }
    var payload = Payload(request.reference)
    payload.ownNumber = request.number
    merge.append(
      Event(
        timestamp: timestamp,
        sequence: rank,
        // A request that is passed on names its command in vain.
        command: role.isUnheard ? role.command : request.command,
        source: request.source ?? role.source,
        kind: .message,
        payload: payload
      )
    )
  }

  /// Decides what to do with a channel when its first message is met.
  private mutating func classify(
    _ id: UInt16,
    at offset: UInt64
  ) throws(MCAPError) -> ChannelRole {
    guard let channel = decoder.catalog.channel(id) else {
      throw .record(
        .malformed,
        "chunk",
        at: offset,
        "a message of channel \(id), which is not described"
      )
    }
    let role = try role(of: channel, at: offset)
    while roles.count <= Int(id) { roles.append(.unseen) }
    roles[Int(id)] = role
    while required.count <= Int(id) { required.append([]) }
    required[Int(id)] = decoder.catalog.schema(channel.schemaID)?.requiredMembers ?? []
    return role
  }

  private func role(of channel: MCAPChannel, at offset: UInt64) throws(MCAPError) -> ChannelRole {
    let schema = decoder.catalog.schema(channel.schemaID)?.name ?? "none"
    guard let row = routing.channels.row(topic: channel.topic) else {
      return SessionTopic.has(topic: channel.topic, schema: schema) ? .ignored : .leftOut
    }
    guard row.channel.accepts(schema: schema, messageEncoding: channel.messageEncoding) else {
      // A topic that the app does not listen to may be anything.
      guard row.isListed else { return .leftOut }
      throw .record(
        .unsupported,
        "channel \(channel.id) (\(channel.topic))",
        at: offset,
        "its schema is \(schema) in \(channel.messageEncoding); "
          + "replay needs \(row.channel.shownSchema) in \(row.channel.messageEncoding)"
      )
    }
    if row.isListed { return ChannelRole(row, routing.command(of: row.source)) }
    guard let passed = routing.passed else { return .leftOut }
    return ChannelRole(row, passed)
  }
}

extension Payload {
  /// The number that a request gives itself, on its way through ``SessionEvents``.
  fileprivate var ownNumber: UInt32? {
    get { word2 >> 32 == 1 ? UInt32(truncatingIfNeeded: word2) : nil }
    set { word2 = newValue.map { UInt64($0) | 1 << 32 } ?? 0 }
  }
}
