import KymoCore
import KymoMCAP

/// Turns a session into the messages and the metadata of a recording, wherever these go: into a file, or against
/// one that is there already.
///
/// The same calls give the same messages in the same order. So what ``SessionWriter`` has written and what
/// ``Verifier`` holds a replay against are of one making: whatever is written is compared.
struct SessionEncoder<Output: SessionOutput & ~Copyable>: ~Copyable {
  var output: Output
  let description: SessionDescription
  let derivesFixes: Bool
  private let channels: ChannelTable
  /// The channels by the source of their events.
  private var slots: [256 of ChannelSlot] = .init(repeating: ChannelSlot())
  private var chunkEnd = Int64.min
  private var bridge: BridgeJSONWriter?
  private let hasTrace: Bool
  private let hasReplies: Bool
  let app: String
  let commands: [String]
  /// The seal over all schemas and channels so far.
  private var seal: UInt64
  /// The last step, until its digest is written.
  private(set) var last: (time: UInt64, count: UInt64, digest: UInt64)?
  /// How many steps were written since the last digest.
  private var undigested = 0

  /// Whether inputs come in the order of their arrival, and not with their steps.
  private let arrives: Bool
  /// The inputs so far, in that order.
  var arrivals = ArrivalDigest()

  /// After how many steps there is a digest.
  static var digestInterval: Int { 4096 }

  /// Puts out the start of a recording.
  init(
    _ output: consuming Output,
    description: SessionDescription,
    app: String,
    commands: [String],
    channels: ChannelTable,
    hasTrace: Bool,
    derivesFixes: Bool
  ) throws(MCAPError) {
    var output = output
    var seal: UInt64 = 0
    let hasBridge = description.calls != nil
    var start = description.entries
    start.entries += SessionResult.entries(app: app, commands: commands).entries
    try output.append(MCAPMetadata(name: SessionDescription.recordName, metadata: start))
    for row in channels.rows {
      slots[Int(row.source.rawValue)] = ChannelSlot(row)
    }
    // Topics and inputs in the order of their ids: the first bytes of a recording are always the same.
    for id in Array(UInt16(1)...6) + [SessionTopic.digest.rawValue] {
      if let topic = SessionTopic(rawValue: id) {
        if topic != .fix && !hasTrace || topic == .fix && !derivesFixes { continue }
        if topic == .reply && !hasBridge { continue }
        try Self.describe(topic, in: &output, &seal)
      } else if let row = channels.rows.first(where: { $0.id == id }) {
        if row.channel.kind == .message && !hasBridge { continue }
        try Self.describe(row, in: &output, &seal)
        slots[Int(row.source.rawValue)].isDescribed = true
      }
    }
    self.output = output
    self.seal = seal
    self.description = description
    self.app = app
    self.commands = commands
    arrives = description.inputOrder == .arrival
    self.derivesFixes = derivesFixes
    self.channels = channels
    self.hasTrace = hasTrace
    hasReplies = hasBridge && hasTrace
    if hasBridge { bridge = BridgeJSONWriter() }
  }

  /// Registers a schema and a channel, and adds them to the seal.
  private static func register(
    _ schema: MCAPSchema?,
    _ channel: MCAPChannel,
    apart: Bool,
    in output: inout Output,
    _ seal: inout UInt64
  ) throws(MCAPError) {
    if let schema {
      seal = UnsafeTraceHash.chain(seal, schema)
      try output.register(schema, apart: apart)
    }
    seal = UnsafeTraceHash.chain(seal, channel)
    try output.register(channel, apart: apart)
  }

  private static func describe(
    _ topic: SessionTopic,
    in output: inout Output,
    _ seal: inout UInt64
  ) throws(MCAPError) {
    try register(
      MCAPSchema(
        id: topic.rawValue,
        name: topic.schemaName,
        encoding: topic.schemaEncoding,
        data: Array(topic.definition.utf8)
      ),
      MCAPChannel(
        id: topic.rawValue,
        schemaID: topic.rawValue,
        topic: topic.name,
        messageEncoding: topic.messageEncoding,
        metadata: [:]
      ),
      apart: true,
      in: &output,
      &seal
    )
  }

  private static func describe(
    _ row: ChannelTable.Row,
    in output: inout Output,
    _ seal: inout UInt64
  ) throws(MCAPError) {
    let channel = row.channel
    let schema = MCAPSchema(
      id: row.id,
      name: channel.schemaName,
      encoding: channel.schemaEncoding,
      // Without an encoding the container allows no definition.
      data: channel.schemaEncoding.isEmpty ? [] : channel.definition
    )
    try register(
      channel.schemaName.isEmpty ? nil : schema,
      MCAPChannel(
        id: row.id,
        schemaID: channel.schemaName.isEmpty ? 0 : row.id,
        topic: channel.topic,
        messageEncoding: channel.messageEncoding,
        metadata: OpenChannel.metadata(row)
      ),
      apart: false,
      in: &output,
      &seal
    )
  }

  /// Where the events of a source go, once the channel is described.
  ///
  /// - Returns: nil for an event that is no input: one that a handler has raised.
  /// - Throws: `unsupported` for an input without a channel: it would be lost.
  @inline(__always)
  private mutating func slot(
    _ source: SourceID,
    _ kind: EventKind
  ) throws(MCAPError) -> ChannelSlot? {
    let slot = slots[Int(source.rawValue)]
    if slot.isDescribed, slot.kind == kind { return slot }
    return try findSlot(source, kind)
  }

  /// As ``slot(_:_:)``, for the first event of a source and for those that are not what its channel is for.
  @inline(never)
  private mutating func findSlot(
    _ source: SourceID,
    _ kind: EventKind
  ) throws(MCAPError) -> ChannelSlot? {
    var source = source
    if slots[Int(source.rawValue)].kind != kind, slots[Int(source.rawValue)].id != 0 {
      // A fault has exchanged two payloads: each is written where such a payload can be.
      source = channels.rows.first { $0.channel.kind == kind }?.source ?? source
    }
    let place = Int(source.rawValue)
    guard slots[place].kind == kind, slots[place].id != 0 else {
      if source == .device || kind == .none { return nil }
      throw MCAPError(
        .unsupported,
        at: output.bytesWritten,
        "an event of source \(source.rawValue) and kind \(kind.rawValue) belongs to no "
          + "channel of the recording"
      )
    }
    if !slots[place].isDescribed {
      guard let row = channels.row(source) else { return nil }
      try Self.describe(row, in: &output, &seal)
      slots[place].isDescribed = true
    }
    return slots[place]
  }

  /// Appends an input event; one that carries a message or data goes to ``append(_:message:)``.
  ///
  /// An event that a handler has raised is no input, and is not written.
  ///
  /// - Throws: `malformed` for an event before time zero, which the container cannot hold; `unsupported` for
  ///   an input that belongs to no channel; `system` if the sink fails.
  /// - Complexity: O(1) amortised, without allocation as long as the open chunk has room.
  mutating func append(_ event: borrowing Event) throws(MCAPError) {
    let time = try time(of: event)
    if event.timestamp >= chunkEnd { try beginChunk(at: event.timestamp) }
    guard !event.kind.isReference else { return }
    guard let slot = try slot(event.source, event.kind) else { return }
    let payload = event.payload
    if arrives {
      arrivals.add(slot.id, event.sequence, time, payload, slot.bodyBytes)
    } else {
      try appendFix(of: event)
    }
    // The most frequent inputs by far; apart from the others, so that all of it is one function.
    guard slot.bodyBytes == 24 else { return try append(event, slot, at: time) }
    try output.appendMessage(
      channel: slot.id,
      sequence: event.sequence,
      logTime: time,
      publishTime: time,
      apart: false,
      dataLength: UnsafeSessionCDR.accelerationBytes
    ) { UnsafeSessionCDR.acceleration(payload, into: &$0) }
  }

  /// Appends an input whose payload is not that of an accelerometer.
  @inline(never)
  private mutating func append(
    _ event: borrowing Event,
    _ slot: ChannelSlot,
    at time: UInt64
  ) throws(MCAPError) {
    let (payload, count) = (event.payload, slot.bodyBytes)
    let isLocation = count == 48
    try output.appendMessage(
      channel: slot.id,
      sequence: event.sequence,
      logTime: time,
      publishTime: time,
      apart: false,
      dataLength: isLocation ? UnsafeSessionCDR.locationBytes : 4 + count
    ) {
      if isLocation {
        UnsafeSessionCDR.location(payload, into: &$0)
      } else {
        UnsafeSessionCDR.sample(payload, count, into: &$0)
      }
    }
  }

  /// Appends a request with its exact text, of one that could not be read its message, or data with its exact
  /// bytes.
  ///
  /// A request of a source without a channel of its own goes to that of the requests from JavaScript.
  ///
  /// - Precondition: the text of a request is UTF-8.
  /// - Throws: as ``append(_:)``; `unsupported` if the text is too long.
  mutating func append(
    _ event: borrowing Event,
    message: RawSpan
  ) throws(MCAPError) {
    let time = try time(of: event)
    if event.timestamp >= chunkEnd { try beginChunk(at: event.timestamp) }
    var source = event.source
    if event.kind == .message, slots[Int(source.rawValue)].kind != .message {
      source = channels.rows.first { $0.channel.kind == .message }?.source ?? .bridge
    }
    guard let slot = try slot(source, event.kind) else { return }
    if event.kind == .data {
      return try output.appendMessage(
        channel: slot.id,
        sequence: event.sequence,
        logTime: time,
        publishTime: time,
        apart: false,
        data: message
      )
    }
    var json = bridge.take() ?? BridgeJSONWriter()
    let (sequence, sender, reference) = (event.sequence, event.source, event.payload.reference)
    func append(_ data: RawSpan) throws(MCAPError) {
      try output.appendMessage(
        channel: slot.id,
        sequence: sequence,
        logTime: time,
        publishTime: time,
        apart: false,
        data: data
      )
    }
    var failure: MCAPError?
    do throws(MCAPError) {
      if let refusal = reference.refusal {
        try json.refused(sequence, of: sender, message, refusal, append)
      } else {
        try json.request(sequence, of: sender, message, BridgeTransport(reference), append)
      }
    } catch { failure = error }
    bridge = consume json
    if let failure { throw failure }
  }

  /// Appends the text of a step's reply; does nothing if the recording has no replies.
  ///
  /// - Precondition: the reply is a text.
  /// - Throws: as ``append(_:message:)``.
  mutating func append(
    reply: RawSpan,
    of event: borrowing Event,
    _ outcome: borrowing Outcome
  ) throws(MCAPError) {
    guard hasReplies else { return }
    let time = try time(of: event)
    guard var json = bridge.take() else { preconditionFailure("the session has no bridge") }
    let index = UInt32(truncatingIfNeeded: outcome.index)
    var failure: MCAPError?
    do throws(MCAPError) {
      try json.reply(to: outcome.reply.textReply.cause, reply) { (data) throws(MCAPError) in
        try output.appendMessage(
          channel: SessionTopic.reply.rawValue,
          sequence: index,
          logTime: time,
          publishTime: time,
          apart: true,
          data: data
        )
      }
    } catch { failure = error }
    bridge = consume json
    if let failure { throw failure }
  }

  /// Appends what became of an event that is in the recording already.
  ///
  /// - Precondition: the recording has a trace.
  /// - Throws: as ``append(_:)``.
  mutating func append(
    _ outcome: borrowing Outcome,
    _ digest: UInt64,
    of event: borrowing Event
  ) throws(MCAPError) {
    let time = try time(of: event)
    if arrives { try appendFix(of: event) }
    let (event, outcome) = (copy event, copy outcome)
    let repeatsInput = UnsafeSessionCDR.repeatsInput(event, outcome)
    try output.appendMessage(
      channel: SessionTopic.trace.rawValue,
      sequence: UInt32(truncatingIfNeeded: outcome.index),
      logTime: time,
      publishTime: time,
      apart: true,
      dataLength: UnsafeSessionCDR.stepBytes + (repeatsInput ? 0 : outcome.replyKind.byteCount)
    ) { UnsafeSessionCDR.step(event, outcome, repeatsInput: repeatsInput, into: &$0) }
    last = (time, outcome.index &+ 1, digest)
    undigested += 1
    if undigested >= Self.digestInterval { try appendDigest() }
  }

  /// Appends the digest of the steps so far, if there were any since the last one.
  mutating func appendDigest() throws(MCAPError) {
    guard let (time, count, digest) = last, undigested > 0 else { return }
    undigested = 0
    try output.appendMessage(
      channel: SessionTopic.digest.rawValue,
      sequence: UInt32(truncatingIfNeeded: count),
      logTime: time,
      publishTime: time,
      apart: true,
      dataLength: UnsafeSessionCDR.digestBytes
    ) { UnsafeSessionCDR.digest(digest, of: count, into: &$0) }
  }

  /// Appends an input that is dispatched now, with what it refers to, unless all inputs were there before the
  /// first step.
  ///
  /// - Throws: as ``append(_:)``.
  mutating func append(
    input event: borrowing Event,
    message: RawSpan
  ) throws(MCAPError) {
    if arrives { return }
    if event.kind.isReference {
      try append(event, message: message)
    } else {
      try append(event)
    }
  }

  /// Appends an input, what became of it if there is a trace, and the texts of both.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - outcome: what became of it.
  ///   - digest: that of all steps up to this one.
  ///   - message: what the event refers to; empty if its kind has none.
  ///   - reply: the text of the reply; nil to leave it out.
  /// - Throws: as ``append(_:)``.
  mutating func append(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    _ digest: UInt64,
    message: RawSpan,
    reply: RawSpan?
  ) throws(MCAPError) {
    try append(input: event, message: message)
    guard hasTrace else { return }
    try append(outcome, digest, of: event)
    if let reply, outcome.replyKind == .text { try append(reply: reply, of: event, outcome) }
  }

  /// Closes the open chunks, because they hold as much time as they may, unless that is next to nothing.
  @inline(never)
  private mutating func beginChunk(at timestamp: Int64) throws(MCAPError) {
    if chunkEnd != .min { try output.closeChunks(holding: SessionWriter.leastChunkBytes) }
    chunkEnd = timestamp.addingReportingOverflow(SessionWriter.chunkNanoseconds).partialValue
    if chunkEnd < timestamp { chunkEnd = .max }
  }

  /// The time of an event as the container has it, in ns.
  @inline(__always)
  private func time(of event: borrowing Event) throws(MCAPError) -> UInt64 {
    guard let time = UInt64(exactly: event.timestamp) else {
      throw Self.beforeZero(event, at: output.bytesWritten)
    }
    return time
  }

  /// Writes a fix a second time, for map viewers.
  @inline(__always)
  private mutating func appendFix(of event: borrowing Event) throws(MCAPError) {
    guard derivesFixes, event.source == .location, event.kind == .location else { return }
    try appendDerivedFix(of: event)
  }

  @inline(never)
  private mutating func appendDerivedFix(of event: borrowing Event) throws(MCAPError) {
    let (location, timestamp) = (event.payload.location, event.timestamp)
    let time = UInt64(timestamp)
    try output.appendMessage(
      channel: SessionTopic.fix.rawValue,
      sequence: event.sequence,
      logTime: time,
      publishTime: time,
      apart: true,
      dataLength: UnsafeSessionCDR.fixBytes
    ) { UnsafeSessionCDR.fix(location, at: timestamp, into: &$0) }
  }

  /// Puts out the end: the open chunks, and the metadata with the result.
  mutating func end(_ result: SessionResult?) throws(MCAPError) {
    // The open chunks first: where the result stands, all that it speaks of stands before it.
    try appendDigest()
    try output.closeChunks()
    var map = description.entries
    if arrives { map["inputs"] = TraceDigest.text(arrivals.value) }
    if let result { map.entries += result.entries.entries }
    map["seal"] = TraceDigest.text(UnsafeTraceHash.chain(seal, map))
    try output.append(MCAPMetadata(name: SessionDescription.recordName, metadata: map))
  }

  /// Lets go of everything but the output.
  consuming func takeOutput() -> Output { output }
}
