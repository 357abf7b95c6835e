public import KymoCore
public import KymoMCAP

/// Writes a session: input events, and the trace of a run if there is one.
///
/// The same calls give the same bytes. The description is written first, so that a recording whose process
/// was killed can still be interpreted, and again with the result at the end.
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
  ///   - hasTrace: whether ``append(_:_:)`` will be called.
  ///   - options: how it is written.
  /// - Throws: `system` if the sink fails.
  public init(
    _ sink: any MCAPByteSink,
    description: SessionDescription,
    app: String = "",
    commands: [String] = [],
    hasTrace: Bool,
    options: Options = Options()
  ) throws(MCAPError) {
    var writer = try MCAPWriter(sink, options: options.container)
    let derivesFixes = options.derivesFixes
    let hasBridge = description.calls != nil
    var start = description.entries
    start.entries += SessionResult.entries(app: app, commands: commands).entries
    try writer.append(MCAPMetadata(name: SessionDescription.recordName, metadata: start))
    for topic in SessionTopic.allCases {
      if topic == .trace && !hasTrace || topic == .fix && !derivesFixes { continue }
      if topic.isBridge && !hasBridge || topic == .reply && !hasTrace { continue }
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
    self.writer = writer
    self.description = description
    self.derivesFixes = derivesFixes
    hasReplies = hasBridge && hasTrace
    if hasBridge { bridge = BridgeJSONWriter() }
  }

  /// How many bytes went to the sink.
  public var bytesWritten: UInt64 { writer.bytesWritten }

  /// Appends an input event; one that carries a message goes to ``append(_:message:)``.
  ///
  /// - Throws: `malformed` for an event before time zero, which the container cannot hold; `system` if
  ///   the sink fails.
  /// - Complexity: O(1) amortised, without allocation as long as the open chunk has room.
  public mutating func append(_ event: borrowing Event) throws(MCAPError) {
    guard let time = UInt64(exactly: event.timestamp) else { throw beforeZero(event) }
    if event.timestamp >= chunkEnd { try beginChunk(at: event.timestamp) }
    let payload = event.payload
    switch event.kind {
    case .acceleration:
      try writer.appendMessage(
        channel: SessionTopic.accelerometer.rawValue,
        sequence: event.sequence,
        logTime: time,
        publishTime: time,
        dataLength: UnsafeSessionCDR.accelerationBytes
      ) { UnsafeSessionCDR.acceleration(payload, into: &$0) }
    case .location:
      try writer.appendMessage(
        channel: SessionTopic.location.rawValue,
        sequence: event.sequence,
        logTime: time,
        publishTime: time,
        dataLength: UnsafeSessionCDR.locationBytes
      ) { UnsafeSessionCDR.location(payload, into: &$0) }
      if derivesFixes { try appendFix(payload.location, event.timestamp, event.sequence) }
    default: break
    }
  }

  /// Appends a request with its exact text; of one that could not be read, its message.
  ///
  /// - Precondition: the description has ``SessionDescription/calls``; the text is UTF-8.
  /// - Throws: as ``append(_:)``; `unsupported` if the text is too long.
  public mutating func append(
    _ event: borrowing Event,
    message: RawSpan
  ) throws(MCAPError) {
    guard let time = UInt64(exactly: event.timestamp) else { throw beforeZero(event) }
    if event.timestamp >= chunkEnd { try beginChunk(at: event.timestamp) }
    guard var json = bridge.take() else { preconditionFailure("the session has no bridge") }
    let (sequence, source, reference) = (event.sequence, event.source, event.payload.reference)
    func append(_ data: RawSpan) throws(MCAPError) {
      try writer.appendMessage(
        channel: SessionTopic.request.rawValue,
        sequence: sequence,
        logTime: time,
        publishTime: time,
        data: data
      )
    }
    var failure: MCAPError?
    do throws(MCAPError) {
      if let refusal = reference.refusal {
        try json.refused(sequence, of: source, message, refusal, append)
      } else {
        try json.request(sequence, of: source, message, BridgeTransport(reference), append)
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
