public import KymoCore
public import KymoMCAP

/// Writes a session: input events, and the trace of a run if there is one.
///
/// The same calls give the same bytes. The description is written first, so that a recording whose process
/// was killed can still be interpreted, and again with the result at the end. The channels of accelerometer,
/// location, trace and bridge are described at the start, every other one before its first message. What a run
/// came to lies in chunks of its own, so that a replay decompresses inputs alone.
public struct SessionWriter: ~Copyable {
  /// The content of the file.
  public struct Options: Sendable {
    /// How chunks are compressed, and how large they are.
    public var container = MCAPWriterOptions()
    /// Whether fixes are written a second time, for map viewers.
    public var derivesFixes = true

    /// zstd, chunks of 1 MiB, with fixes.
    public init() {}
  }

  var encoder: SessionEncoder<MCAPWriter>

  /// After how much recorded time the open chunks are closed, in ns, if they hold ``leastChunkBytes``.
  ///
  /// This is what a recording that is killed can lose, where nothing is written ahead
  /// (`MCAPWriterOptions.flushNanoseconds`). It is the time of the events and not of the wall, so that the same events
  /// give the same bytes.
  public static var chunkNanoseconds: Int64 { 10_000_000_000 }

  /// Bytes of records that chunks hold together before their time closes them: a receiver's fix a second would give
  /// chunks of a few messages, in which there is more of the container than of the session.
  public static var leastChunkBytes: Int { 64 << 10 }

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
    encoder = try SessionEncoder(
      MCAPWriter(sink, options: options.container),
      description: description,
      app: app,
      commands: commands,
      channels: channels,
      hasTrace: hasTrace,
      derivesFixes: options.derivesFixes
    )
  }

  /// How many bytes went to the sink.
  public var bytesWritten: UInt64 { encoder.output.bytesWritten }

  /// Appends an input event; one that carries a message or data goes to ``append(_:message:)``.
  ///
  /// An event that a handler has raised is no input, and is not written.
  ///
  /// - Throws: `malformed` for an event before time zero, which the container cannot hold; `unsupported` for
  ///   an input that belongs to no channel; `system` if the sink fails.
  /// - Complexity: O(1) amortised, without allocation as long as the open chunk has room.
  public mutating func append(_ event: borrowing Event) throws(MCAPError) {
    try encoder.append(event)
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
  ) throws(MCAPError) { try encoder.append(event, message: message) }

  /// Appends the text of a step's reply; does nothing if the recording has no replies.
  ///
  /// - Precondition: the reply is a text.
  /// - Throws: as ``append(_:message:)``.
  public mutating func append(
    reply: RawSpan,
    of event: borrowing Event,
    _ step: borrowing TraceStep
  ) throws(MCAPError) { try encoder.append(reply: reply, of: event, step.outcome) }

  /// Appends an input event and what became of it.
  ///
  /// - Throws: as ``append(_:)``.
  public mutating func append(
    _ event: borrowing Event,
    _ step: borrowing TraceStep
  ) throws(MCAPError) {
    try encoder.append(event)
    try encoder.append(step.outcome, step.digest, of: event)
  }

  /// Appends what became of an event that is in the recording already.
  ///
  /// - Precondition: the recording has a trace.
  /// - Throws: as ``append(_:)``.
  public mutating func append(
    step: borrowing TraceStep,
    of event: borrowing Event
  ) throws(MCAPError) { try encoder.append(step.outcome, step.digest, of: event) }

  /// Appends a file that travels with the recording.
  ///
  /// - Throws: `system` if the sink fails.
  public mutating func attach(_ attachment: MCAPAttachment) throws(MCAPError) {
    try encoder.output.append(attachment)
  }

  /// Closes the open chunks, so that a process killed now loses nothing.
  ///
  /// - Throws: `system` if the sink fails.
  public mutating func flush() throws(MCAPError) { try encoder.output.flush() }

  /// Writes the result and the end of the file.
  ///
  /// - Parameter result: the run's digests and losses, or nil if nothing was dispatched.
  /// - Returns: the statistics of the file.
  /// - Throws: `system` if the sink fails.
  public consuming func finish(_ result: SessionResult?) throws(MCAPError) -> MCAPStatistics {
    try encoder.end(result)
    return try encoder.takeOutput().finish()
  }
}
