public import KymoCore
public import KymoMCAP

/// Writes a session: input events, and the trace of a run if there is one.
///
/// The same calls give the same bytes. The description is written first, so that a recording whose process
/// was killed can still be interpreted, and again with the result at the end. The channels of accelerometer,
/// location, trace and bridge are described at the start, every other one before its first message.
public struct SessionWriter: ~Copyable {
  /// What the file holds.
  public struct Options: Sendable {
    /// How chunks are compressed, and how large they are.
    public var container = MCAPWriterOptions()
    /// Whether fixes are written a second time, for map viewers.
    public var derivesFixes = true

    /// zstd, chunks of 1 MiB, with fixes.
    public init() {}
  }

  var writer: MCAPWriter
  let description: SessionDescription
  let derivesFixes: Bool
  private let channels: ChannelTable
  /// The channels by the source of their events.
  private var slots: [256 of ChannelSlot] = .init(repeating: ChannelSlot())
  private var chunkEnd = Int64.min
  private var bridge: BridgeJSONWriter?
  private let hasReplies: Bool

  /// How much recorded time a chunk holds at most, in ns: what a killed recording can lose.
  ///
  /// It is the time of the events and not of the wall, so that the same events give the same bytes.
  public static var chunkNanoseconds: Int64 { 10_000_000_000 }

  /// Writes the start of a recording.
  ///
  /// - Parameters:
  ///   - sink: where the bytes go.
  ///   - description: what the recording says about itself.
  ///   - app: the app whose handlers run, or empty.
  ///   - commands: the names of its commands, in the order of their ids.
  ///   - channels: whose events are written.
  ///   - hasTrace: whether ``append(_:_:)`` will be called.
  ///   - options: how it is written.
  /// - Throws: `system` if the sink fails.
  public init(
    _ sink: any MCAPByteSink,
    description: SessionDescription,
    app: String = "",
    commands: [String] = [],
    channels: ChannelTable = .standard,
    hasTrace: Bool,
    options: Options = Options()
  ) throws(MCAPError) {
    var writer = try MCAPWriter(sink, options: options.container)
    let derivesFixes = options.derivesFixes
    let hasBridge = description.calls != nil
    var start = description.entries
    start.entries += SessionResult.entries(app: app, commands: commands).entries
    try writer.append(MCAPMetadata(name: SessionDescription.recordName, metadata: start))
    for row in channels.rows {
      slots[Int(row.source.rawValue)] = ChannelSlot(row)
    }
    // Topics and inputs in the order of their ids: the first bytes of a recording are always the same.
    for id in UInt16(1)...6 {
      if let topic = SessionTopic(rawValue: id) {
        if topic != .fix && !hasTrace || topic == .fix && !derivesFixes { continue }
        if topic == .reply && !hasBridge { continue }
        try Self.describe(topic, in: &writer)
      } else if let row = channels.rows.first(where: { $0.id == id }) {
        if row.channel.kind == .message && !hasBridge { continue }
        try Self.describe(row, in: &writer)
        slots[Int(row.source.rawValue)].isDescribed = true
      }
    }
    self.writer = writer
    self.description = description
    self.derivesFixes = derivesFixes
    self.channels = channels
    hasReplies = hasBridge && hasTrace
    if hasBridge { bridge = BridgeJSONWriter() }
  }

  /// How many bytes went to the sink.
  public var bytesWritten: UInt64 { writer.bytesWritten }

  private static func describe(
    _ topic: SessionTopic,
    in writer: inout MCAPWriter
  ) throws(MCAPError) {
    try writer.register(
      MCAPSchema(
        id: topic.rawValue,
        name: topic.schemaName,
        encoding: topic.schemaEncoding,
        data: Array(topic.definition.utf8)
      )
    )
    try writer.register(
      MCAPChannel(
        id: topic.rawValue,
        schemaID: topic.rawValue,
        topic: topic.name,
        messageEncoding: topic.messageEncoding,
        metadata: [:]
      )
    )
  }

  private static func describe(
    _ row: ChannelTable.Row,
    in writer: inout MCAPWriter
  ) throws(MCAPError) {
    let channel = row.channel
    if !channel.schemaName.isEmpty {
      try writer.register(
        MCAPSchema(
          id: row.id,
          name: channel.schemaName,
          encoding: channel.schemaEncoding,
          // Without an encoding the container allows no definition.
          data: channel.schemaEncoding.isEmpty ? [] : channel.definition
        )
      )
    }
    try writer.register(
      MCAPChannel(
        id: row.id,
        schemaID: channel.schemaName.isEmpty ? 0 : row.id,
        topic: channel.topic,
        messageEncoding: channel.messageEncoding,
        metadata: [:]
      )
    )
  }

  /// Where the events of a source go, once the channel is described.
  ///
  /// - Returns: nil for an event that is no input: one that a handler has raised.
  /// - Throws: `unsupported` for an input without a channel: it would be lost.
  private mutating func slot(
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
        at: writer.bytesWritten,
        "an event of source \(source.rawValue) and kind \(kind.rawValue) belongs to no "
          + "channel of the recording"
      )
    }
    if !slots[place].isDescribed {
      guard let row = channels.row(source) else { return nil }
      try Self.describe(row, in: &writer)
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
  public mutating func append(_ event: borrowing Event) throws(MCAPError) {
    guard let time = UInt64(exactly: event.timestamp) else { throw beforeZero(event) }
    if event.timestamp >= chunkEnd { try beginChunk(at: event.timestamp) }
    guard !event.kind.isReference else { return }
    guard let slot = try slot(event.source, event.kind) else { return }
    let payload = event.payload
    switch slot.bodyBytes {
    case 24:
      try writer.appendMessage(
        channel: slot.id,
        sequence: event.sequence,
        logTime: time,
        publishTime: time,
        dataLength: UnsafeSessionCDR.accelerationBytes
      ) { UnsafeSessionCDR.acceleration(payload, into: &$0) }
    case 48:
      try writer.appendMessage(
        channel: slot.id,
        sequence: event.sequence,
        logTime: time,
        publishTime: time,
        dataLength: UnsafeSessionCDR.locationBytes
      ) { UnsafeSessionCDR.location(payload, into: &$0) }
      if derivesFixes, event.source == .location, event.kind == .location {
        try appendFix(payload.location, event.timestamp, event.sequence)
      }
    default:
      let count = slot.bodyBytes
      try writer.appendMessage(
        channel: slot.id,
        sequence: event.sequence,
        logTime: time,
        publishTime: time,
        dataLength: 4 + count
      ) { UnsafeSessionCDR.sample(payload, count, into: &$0) }
    }
  }

  /// Appends a request with its exact text, of one that could not be read its message, or data with its exact
  /// bytes.
  ///
  /// A request of a source without a channel of its own goes to that of the requests from JavaScript.
  ///
  /// - Precondition: the text of a request is UTF-8.
  /// - Throws: as ``append(_:)``; `unsupported` if the text is too long.
  public mutating func append(
    _ event: borrowing Event,
    message: RawSpan
  ) throws(MCAPError) {
    guard let time = UInt64(exactly: event.timestamp) else { throw beforeZero(event) }
    if event.timestamp >= chunkEnd { try beginChunk(at: event.timestamp) }
    var source = event.source
    if event.kind == .message, slots[Int(source.rawValue)].kind != .message {
      source = channels.rows.first { $0.channel.kind == .message }?.source ?? .bridge
    }
    guard let slot = try slot(source, event.kind) else { return }
    if event.kind == .data {
      return try writer.appendMessage(
        channel: slot.id,
        sequence: event.sequence,
        logTime: time,
        publishTime: time,
        data: message
      )
    }
    var json = bridge.take() ?? BridgeJSONWriter()
    let (sequence, sender, reference) = (event.sequence, event.source, event.payload.reference)
    func append(_ data: RawSpan) throws(MCAPError) {
      try writer.appendMessage(
        channel: slot.id,
        sequence: sequence,
        logTime: time,
        publishTime: time,
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
  public mutating func append(
    reply: RawSpan,
    of event: borrowing Event,
    _ step: borrowing TraceStep
  ) throws(MCAPError) {
    guard hasReplies else { return }
    guard let time = UInt64(exactly: event.timestamp) else { throw beforeZero(event) }
    guard var json = bridge.take() else { preconditionFailure("the session has no bridge") }
    let index = UInt32(truncatingIfNeeded: step.outcome.index)
    var failure: MCAPError?
    do throws(MCAPError) {
      try json.reply(to: step.outcome.reply.textReply.cause, reply) { (data) throws(MCAPError) in
        try writer.appendMessage(
          channel: SessionTopic.reply.rawValue,
          sequence: index,
          logTime: time,
          publishTime: time,
          data: data
        )
      }
    } catch { failure = error }
    bridge = consume json
    if let failure { throw failure }
  }

  /// Appends an input event and what became of it.
  ///
  /// - Throws: as ``append(_:)``.
  public mutating func append(
    _ event: borrowing Event,
    _ step: borrowing TraceStep
  ) throws(MCAPError) {
    try append(event)
    try append(step: step, of: event)
  }

  /// Appends what became of an event that is in the recording already.
  ///
  /// - Precondition: the recording has a trace.
  /// - Throws: as ``append(_:)``.
  public mutating func append(
    step: borrowing TraceStep,
    of event: borrowing Event
  ) throws(MCAPError) {
    guard let time = UInt64(exactly: event.timestamp) else { throw beforeZero(event) }
    let (event, step) = (copy event, copy step)
    try writer.appendMessage(
      channel: SessionTopic.trace.rawValue,
      sequence: UInt32(truncatingIfNeeded: step.outcome.index),
      logTime: time,
      publishTime: time,
      dataLength: UnsafeSessionCDR.stepBytes + step.outcome.replyKind.byteCount
    ) { UnsafeSessionCDR.step(event, step, into: &$0) }
  }

  /// Closes the open chunk, because it holds as much time as it may.
  private mutating func beginChunk(at timestamp: Int64) throws(MCAPError) {
    if chunkEnd != .min { try writer.flush() }
    chunkEnd = timestamp.addingReportingOverflow(Self.chunkNanoseconds).partialValue
    if chunkEnd < timestamp { chunkEnd = .max }
  }

  private func beforeZero(_ event: borrowing Event) -> MCAPError {
    let problem = "an event at \(event.timestamp) ns lies before time zero"
    return MCAPError(.malformed, at: writer.bytesWritten, problem)
  }

  private mutating func appendFix(
    _ location: Location,
    _ timestamp: Int64,
    _ sequence: UInt32
  ) throws(MCAPError) {
    let time = UInt64(timestamp)
    try writer.appendMessage(
      channel: SessionTopic.fix.rawValue,
      sequence: sequence,
      logTime: time,
      publishTime: time,
      dataLength: UnsafeSessionCDR.fixBytes
    ) { UnsafeSessionCDR.fix(location, at: timestamp, into: &$0) }
  }

  /// Closes the open chunk, so that a process killed now loses nothing.
  ///
  /// - Throws: `system` if the sink fails.
  public mutating func flush() throws(MCAPError) { try writer.flush() }

  /// Writes the result and the end of the file.
  ///
  /// - Parameter result: the run's digests and losses, or nil if nothing was dispatched.
  /// - Returns: the statistics of the file.
  /// - Throws: `system` if the sink fails.
  public consuming func finish(_ result: SessionResult?) throws(MCAPError) -> MCAPStatistics {
    // The open chunk first: where the result stands, all that it speaks of stands before it.
    try writer.flush()
    var map = description.entries
    if let result { map.entries += result.entries.entries }
    try writer.append(MCAPMetadata(name: SessionDescription.recordName, metadata: map))
    return try writer.finish()
  }
}
