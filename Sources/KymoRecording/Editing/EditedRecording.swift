import KymoCore
import KymoMCAP

/// The new recording that an edit writes: messages of others, byte for byte.
struct EditedRecording: ~Copyable {
  var writer: MCAPWriter
  /// The description of the session, without the results of a run; nil for a file that has none.
  private let description: MCAPStringMap?
  /// The seal over all schemas and channels so far.
  private var seal: UInt64 = 0
  /// The channel of the fixes for map viewers, once it is described.
  private(set) var fixChannel: UInt16?
  /// All that is described.
  private(set) var catalog = MCAPCatalog()
  /// Whether a channel is described, by its id.
  private var described: [Bool] = []

  /// Writes the start.
  init(
    _ sink: any MCAPByteSink,
    profile: String,
    description: MCAPStringMap?,
    options: MCAPWriterOptions
  ) throws(MCAPError) {
    var options = options
    options.profile = profile
    var writer = try MCAPWriter(sink, options: options)
    writer.writeInBackground(threads: Recorder.threadCount)
    if let description {
      let name = SessionDescription.recordName
      try writer.append(MCAPMetadata(name: name, metadata: description))
    }
    self.writer = writer
    self.description = description
  }

  /// Describes a channel and its schema.
  mutating func describe(
    _ channel: MCAPChannel,
    _ schema: MCAPSchema?,
    isFix: Bool = false
  ) throws(MCAPError) {
    if let schema {
      seal = UnsafeTraceHash.chain(seal, schema)
      try writer.register(schema, apart: isFix)
    }
    seal = UnsafeTraceHash.chain(seal, channel)
    try writer.register(channel, apart: isFix)
    if isFix { fixChannel = channel.id }
    if let schema { catalog.add(schema) }
    catalog.add(channel)
    while described.count <= Int(channel.id) { described.append(false) }
    described[Int(channel.id)] = true
  }

  /// Whether a channel is described.
  @inline(__always)
  func isDescribed(_ channel: UInt16) -> Bool {
    Int(channel) < described.count && described[Int(channel)]
  }

  /// Appends a message as it is, perhaps on a channel of another id, and at another time.
  @inline(__always)
  mutating func append(
    _ message: MCAPMessageView,
    channel: UInt16,
    offset: UInt64 = 0,
    _ data: RawSpan
  ) throws(MCAPError) {
    // A file without locations may have fixes, too.
    if channel == fixChannel { return try appendApart(message, channel, offset, data) }
    try writer.appendMessage(
      channel: channel,
      sequence: message.sequence,
      logTime: message.logTime &+ offset,
      publishTime: message.publishTime &+ offset,
      data: data
    )
  }

  @inline(never)
  private mutating func appendApart(
    _ message: MCAPMessageView,
    _ channel: UInt16,
    _ offset: UInt64,
    _ data: RawSpan
  ) throws(MCAPError) {
    try writer.appendMessage(
      channel: channel,
      sequence: message.sequence,
      logTime: message.logTime &+ offset,
      publishTime: message.publishTime &+ offset,
      apart: true,
      data: data
    )
  }

  /// Appends the fix for map viewers that a message of `/location` gives; does nothing for another message.
  mutating func appendFix(
    of message: MCAPMessageView,
    offset: UInt64 = 0,
    _ data: RawSpan
  ) throws(MCAPError) {
    let time = message.logTime &+ offset
    guard let fixChannel, data.byteCount >= UnsafeSessionCDR.locationBytes,
      let timestamp = Int64(exactly: time)
    else { return }
    var payload = Payload()
    payload.word0 = data.load(at: 4)
    payload.word1 = data.load(at: 12)
    payload.word2 = data.load(at: 20)
    payload.word3 = data.load(at: 28)
    payload.word4 = data.load(at: 36)
    payload.word5 = data.load(at: 44)
    let location = payload.location
    try writer.appendMessage(
      channel: fixChannel,
      sequence: message.sequence,
      logTime: time,
      publishTime: time,
      apart: true,
      dataLength: UnsafeSessionCDR.fixBytes
    ) { UnsafeSessionCDR.fix(location, at: timestamp, into: &$0) }
  }

  /// Writes the end.
  ///
  /// - Parameters:
  ///   - end: up to when a live session went on, in ns; nil for another.
  ///   - lineage: the steps that made the recording.
  /// - Returns: the statistics of the file.
  /// - Throws: `system` if the sink fails.
  consuming func finish(
    end: Int64?,
    lineage: [LineageStep]
  ) throws(MCAPError) -> MCAPStatistics {
    try writer.flush()
    for step in lineage { try writer.append(step.record) }
    if var map = description {
      if let end { map["end"] = String(end) }
      map["seal"] = TraceDigest.text(UnsafeTraceHash.chain(seal, map))
      try writer.append(MCAPMetadata(name: SessionDescription.recordName, metadata: map))
    }
    return try writer.finish()
  }
}
