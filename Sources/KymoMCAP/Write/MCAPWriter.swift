/// Writes an MCAP file: the same calls give the same bytes.
///
/// Messages collect in the open chunk, whose memory is allocated before the first message; only
/// the chunk and one index entry per chunk written are kept in memory. After an error nothing more
/// is written, and the file holds every chunk that was written before.
///
/// After ``writeInBackground(threads:)`` chunks are compressed and written by threads of the writer's own, some on
/// their way at a time; the file is the same.
///
/// Channels that are registered apart have chunks of their own, so that who does not want their messages need
/// not decompress them. Whenever such a chunk is written, the open chunk of the others is written before it:
/// in a file that ends early the messages apart never get ahead of the others.
@safe public struct MCAPWriter: ~Copyable {
  /// The content of the file beside the messages.
  public let options: MCAPWriterOptions
  @usableFromInline var chunk: UnsafeMCAPChunkBuilder
  /// The open chunk of the channels that are registered apart; without memory until there is one.
  @usableFromInline var apart: UnsafeMCAPChunkBuilder

  let output: MCAPOutput
  private var compressor: UnsafeMCAPCompressor
  private var press: MCAPChunkPress
  /// The threads that compress and write, if there are any.
  package private(set) var threads: MCAPChunkThreads?
  var staging = UnsafeMCAPBuffer(capacity: 64 << 10)

  /// Bytes of all schemas and channels, and of the records in closed chunks.
  private var definitionBytes: UInt64 = 0
  private var closedBytes: UInt64 = 0
  /// The definitions that chunks repeat, and those that the chunks of the channels apart do.
  private var repeats = MCAPRepeats()
  private var repeatsApart = MCAPRepeats()

  /// How many chunks were closed, and how many of the channels apart.
  private var generations = (main: 0, apart: 0)

  var schemas: [MCAPSchema] = []
  var channels: [MCAPChannel] = []
  var attachmentIndexes: [MCAPAttachmentIndex] = []
  var metadataIndexes: [MCAPMetadataIndex] = []
  var counts = MCAPStatistics.ofNothing

  /// Writes the start of a file.
  ///
  /// - Precondition: `options.chunkBytes` is in `1...(1 << 30)`.
  /// - Throws: `system` if the sink fails.
  public init(
    _ sink: any MCAPByteSink,
    options: MCAPWriterOptions = MCAPWriterOptions()
  ) throws(MCAPError) {
    precondition((1...1 << 30).contains(options.chunkBytes))
    output = MCAPOutput(sink, options)
    self.options = options
    let keepsIndex = options.chunked && options.messageIndex
    chunk = UnsafeMCAPChunkBuilder(capacity: options.chunkBytes, keepsIndex: keepsIndex)
    apart = UnsafeMCAPChunkBuilder(
      capacity: 0,
      limit: options.chunkBytes,
      keepsIndex: keepsIndex
    )
    compressor = UnsafeMCAPCompressor(options)
    press = MCAPChunkPress(options)
    staging.put(bytes: MCAPFormat.magic)
    MCAPHeader(profile: options.profile, library: options.library).encode(into: &staging)
    try output.write(&staging)
  }

  // Whoever copies open chunks must not look at their memory when it is gone; the threads may be kept by others.
  deinit { threads?.endKeeping() }

  /// Lets threads compress and write the chunks from now on, if there are chunks.
  ///
  /// The sink is called by one of them at a time, and by nobody else until the writer has waited for them: in
  /// ``flush(synchronize:)``, before an attachment or metadata, and at the end. What a writer that is let go of
  /// has closed is written.
  ///
  /// - Parameter threads: How many; 0 for none.
  public mutating func writeInBackground(threads: Int) {
    let isThreaded = threads > 0 && options.chunked
    self.threads = isThreaded ? MCAPChunkThreads(output, options, count: threads) : nil
    guard let open = self.threads?.open else { return }
    open.lock()
    unlock(open)
  }

  /// Lets whoever saves open chunks look at them again.
  private func unlock(_ open: MCAPOpenChunks) {
    open.unlock(
      chunk,
      apart,
      generations: generations,
      closed: threads?.queue.submittedCount ?? 0
    )
  }

  /// Does what may move or close the open chunks, while nobody else looks at them.
  private mutating func changing(
    _ body: (inout Self) throws(MCAPError) -> Void
  ) throws(MCAPError) {
    guard let open = threads?.open else { return try body(&self) }
    open.lock()
    defer { unlock(open) }
    try body(&self)
  }

  /// Bytes written to the sink so far.
  public var bytesWritten: UInt64 { output.position }
  var position: UInt64 { output.position }
  /// Messages appended so far.
  public var messageCount: UInt64 {
    counts.messageCount + UInt64(chunk.messageCount) + UInt64(apart.messageCount)
  }
  /// The messages of each channel in closed chunks, by its id.
  private var channelCounts: [UInt64] = []

  // MARK: Schemas and channels

  /// Adds a schema under the next free id, which it returns.
  ///
  /// - Throws: `limit` after 65,535 schemas; `system` if the sink fails.
  public mutating func addSchema(
    name: String,
    encoding: String,
    data: [UInt8]
  ) throws(MCAPError) -> UInt16 {
    let last = schemas.last?.id ?? 0
    guard last < .max else { throw MCAPError(.limit, at: position, "no id left for a schema") }
    try register(MCAPSchema(id: last + 1, name: name, encoding: encoding, data: data))
    return last + 1
  }

  /// Adds a channel under the next free id, which it returns.
  ///
  /// - Throws: `limit` after 65,535 channels; `malformed` if the schema is not registered.
  public mutating func addChannel(
    topic: String,
    messageEncoding: String,
    schemaID: UInt16 = 0,
    metadata: MCAPStringMap = [:]
  ) throws(MCAPError) -> UInt16 {
    let last = channels.last?.id ?? 0
    guard last < .max else { throw MCAPError(.limit, at: position, "no id left for a channel") }
    let channel = MCAPChannel(
      id: last + 1,
      schemaID: schemaID,
      topic: topic,
      messageEncoding: messageEncoding,
      metadata: metadata
    )
    try register(channel)
    return channel.id
  }

  /// Writes a schema, unless the same one is there already.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - apart: Whether it is written among the messages of channels apart.
  /// - Throws: `malformed` for id 0; `conflict` if another schema has the id.
  /// - Complexity: O(log schemas) for ids that ascend, and O(schemas) for others.
  public mutating func register(_ schema: MCAPSchema, apart: Bool = false) throws(MCAPError) {
    guard schema.id != 0 else {
      throw MCAPError(.malformed, at: position, "schema \(schema.name) has id 0")
    }
    let place = schemas.place(of: schema.id, by: \.id)
    if place < schemas.count, schemas[place].id == schema.id {
      guard schemas[place] == schema else {
        throw MCAPError(.conflict, at: position, "two different schemas have id \(schema.id)")
      }
      return
    }
    try changing { (writer) throws(MCAPError) in try writer.append(.schema(schema), apart: apart) }
    schemas.insert(schema, at: place)
  }

  /// Writes a channel, unless the same one is there already.
  ///
  /// - Parameters:
  ///   - channel: The channel.
  ///   - apart: Whether its messages go into chunks apart.
  /// - Throws: `conflict` if another channel has the id; `malformed` for an unknown schema.
  /// - Complexity: O(log channels) for ids that ascend, and O(channels) for others.
  public mutating func register(_ channel: MCAPChannel, apart: Bool = false) throws(MCAPError) {
    let place = channels.place(of: channel.id, by: \.id)
    if place < channels.count, channels[place].id == channel.id {
      guard channels[place] == channel else {
        throw MCAPError(.conflict, at: position, "two different channels have id \(channel.id)")
      }
      return
    }
    guard channel.schemaID == 0 || schemas.element(channel.schemaID, by: \.id) != nil else {
      let problem = "channel \(channel.id) has the unknown schema \(channel.schemaID)"
      throw MCAPError(.malformed, at: position, problem)
    }
    try changing { (writer) throws(MCAPError) in
      try writer.append(.channel(channel), apart: apart)
      guard apart else { return writer.chunk.reserveEntry(channel: channel.id) }
      writer.reserveApart(0)
      writer.apart.reserveEntry(channel: channel.id)
    }
    channels.insert(channel, at: place)
  }

  /// Puts a schema or a channel among the messages.
  private mutating func append(_ record: MCAPRecord, apart isApart: Bool) throws(MCAPError) {
    try output.check()
    var bytes = UnsafeMCAPBuffer(capacity: 1024)
    record.encode(into: &bytes)
    if isApart {
      if apart.count + bytes.count > options.chunkBytes, apart.count > 0 { try closeApart() }
      apart.append(record: bytes)
    } else {
      if chunk.count + bytes.count > options.chunkBytes, chunk.count > 0 { try closeChunk() }
      chunk.append(record: bytes)
    }
    definitionBytes += UInt64(bytes.count)
  }

  /// Puts the definition of a channel, and of its schema, into the open chunk again.
  private mutating func repeatDefinition(_ channel: MCAPChannel) {
    var bytes = UnsafeMCAPBuffer(capacity: 1024)
    if let schema = schemas.element(channel.schemaID, by: \.id),
      repeats.schemas.insert(schema.id).inserted
    {
      schema.encode(into: &bytes)
    }
    channel.encode(into: &bytes)
    chunk.append(record: bytes)
  }

  /// Decides whether the next chunk repeats definitions.
  private mutating func considerRepeat() {
    repeats.schemas.removeAll(keepingCapacity: true)
    if options.chunked, options.repeatsDefinitions,
      (closedBytes - repeats.lastRepeat) / 200 >= definitionBytes
    {
      repeats.lastRepeat = closedBytes
      for channel in channels { repeats.channels.insert(channel.id) }
    }
    chunk.open(except: repeats.channels)
  }

  // MARK: Messages

  /// Appends a message whose data `fill` writes in place.
  ///
  /// As long as the message fits into the open chunk this neither allocates nor calls the system.
  ///
  /// - Parameters:
  ///   - channel: A registered channel.
  ///   - sequence: The publisher's number of the message, or 0.
  ///   - logTime: When it was recorded, in ns.
  ///   - publishTime: When it was published, in ns.
  ///   - apart: Whether the channel is registered apart; say so by a literal, and nothing is asked at run time.
  ///   - dataLength: Bytes of data, below 2³¹.
  ///   - fill: Appends exactly `dataLength` bytes.
  /// - Precondition: The channel is registered.
  /// - Throws: `system` if the open chunk had to be written and the sink failed.
  /// - Complexity: O(`dataLength`), amortised.
  @inlinable @inline(always)
  public mutating func appendMessage(
    channel: UInt16,
    sequence: UInt32,
    logTime: UInt64,
    publishTime: UInt64,
    apart: Bool = false,
    dataLength: Int,
    fill: (inout OutputRawSpan) -> Void
  ) throws(MCAPError) {
    guard apart else {
      if !chunk.hasRoom(channel: channel, dataLength: dataLength) {
        try makeRoom(channel: channel, dataLength: dataLength)
      }
      return chunk.append(
        channel: channel,
        sequence: sequence,
        logTime: logTime,
        publishTime: publishTime,
        dataLength: dataLength,
        fill: fill
      )
    }
    if !self.apart.hasRoom(channel: channel, dataLength: dataLength) {
      try makeRoomApart(channel: channel, dataLength: dataLength)
    }
    self.apart.append(
      channel: channel,
      sequence: sequence,
      logTime: logTime,
      publishTime: publishTime,
      dataLength: dataLength,
      fill: fill
    )
  }

  /// Appends a message.
  ///
  /// As long as the message fits into the open chunk this neither allocates nor calls the system.
  ///
  /// - Precondition: The channel is registered.
  /// - Throws: `system` if the open chunk had to be written and the sink failed.
  /// - Complexity: O(bytes), amortised.
  @inlinable @inline(always)
  public mutating func appendMessage(
    channel: UInt16,
    sequence: UInt32,
    logTime: UInt64,
    publishTime: UInt64,
    apart: Bool = false,
    data: RawSpan
  ) throws(MCAPError) {
    guard apart else {
      if !chunk.hasRoom(channel: channel, dataLength: data.byteCount) {
        try makeRoom(channel: channel, dataLength: data.byteCount)
      }
      return chunk.append(
        channel: channel,
        sequence: sequence,
        logTime: logTime,
        publishTime: publishTime,
        data: data
      )
    }
    if !self.apart.hasRoom(channel: channel, dataLength: data.byteCount) {
      try makeRoomApart(channel: channel, dataLength: data.byteCount)
    }
    self.apart.append(
      channel: channel,
      sequence: sequence,
      logTime: logTime,
      publishTime: publishTime,
      data: data
    )
  }

  /// Appends a message with a copy of its data.
  ///
  /// - Precondition: The channel is registered.
  /// - Throws: `system` if the open chunk had to be written and the sink failed.
  /// - Complexity: O(bytes), amortised.
  public mutating func append(_ message: MCAPMessage) throws(MCAPError) {
    try message.data.withRawSpan { data throws(MCAPError) in
      try appendMessage(
        channel: message.channelID,
        sequence: message.sequence,
        logTime: message.logTime,
        publishTime: message.publishTime,
        data: data
      )
    }
  }

  @usableFromInline
  mutating func makeRoomApart(channel: UInt16, dataLength: Int) throws(MCAPError) {
    precondition(dataLength >= 0 && dataLength < 1 << 31, "a message is smaller than 2 GiB")
    guard let definition = channels.element(channel, by: \.id) else {
      preconditionFailure("a message of a channel that is not registered")
    }
    try output.check()
    try changing { (writer) throws(MCAPError) in
      try writer.makeRoomApart(definition, MCAPFormat.messageOverheadBytes + dataLength)
    }
  }

  private mutating func makeRoomApart(
    _ definition: MCAPChannel,
    _ needed: Int
  ) throws(MCAPError) {
    let channel = definition.id
    if apart.count > 0, apart.count + needed > options.chunkBytes { try closeApart() }
    if repeatsApart.channels.remove(channel) != nil {
      exchange()
      repeatDefinition(definition)
      exchange()
    }
    reserveApart(needed)
    apart.reserveEntry(channel: channel)
  }

  /// Makes sure of the memory for a whole chunk apart: `hasRoom` counts on it once there is an entry.
  private mutating func reserveApart(_ needed: Int) {
    apart.reserve(max(needed, options.chunkBytes - apart.count))
  }

  @usableFromInline mutating func makeRoom(channel: UInt16, dataLength: Int) throws(MCAPError) {
    precondition(dataLength >= 0 && dataLength < 1 << 31, "a message is smaller than 2 GiB")
    guard let definition = channels.element(channel, by: \.id) else {
      preconditionFailure("a message of a channel that is not registered")
    }
    try output.check()
    try changing { (writer) throws(MCAPError) in
      try writer.makeRoom(definition, MCAPFormat.messageOverheadBytes + dataLength)
    }
  }

  private mutating func makeRoom(
    _ definition: MCAPChannel,
    _ needed: Int
  ) throws(MCAPError) {
    let channel = definition.id
    if chunk.count > 0, chunk.count + needed > options.chunkBytes { try closeChunk() }
    if repeats.channels.remove(channel) != nil { repeatDefinition(definition) }
    chunk.reserve(needed)
    chunk.reserveEntry(channel: channel)
  }

  // MARK: Closing

  /// Closes the open chunks, and does not wait until threads have written them.
  ///
  /// - Throws: `system` if the sink has failed.
  public mutating func closeChunks() throws(MCAPError) {
    try output.check()
    try changing { (writer) throws(MCAPError) in try writer.closeApart() }
  }

  /// Closes the open chunks, unless they hold fewer bytes of records together.
  ///
  /// - Throws: `system` if the sink has failed.
  package mutating func closeChunks(holding leastBytes: Int) throws(MCAPError) {
    if chunk.count + apart.count >= leastBytes { try closeChunks() }
  }

  /// Closes the open chunks and hands them to the sink: a process killed now loses nothing.
  ///
  /// - Parameter synchronize: Whether to wait for the disk, so that a loss of power loses nothing.
  /// - Throws: `system` if the sink fails.
  public mutating func flush(synchronize: Bool = false) throws(MCAPError) {
    try closeChunks()
    try settle()
    guard synchronize else { return }
    if let queue = threads?.queue {
      try queue.withOutput { (output) throws(MCAPError) in try output.synchronize() }
    } else {
      try output.synchronize()
    }
  }

  /// Writes the open chunk, the summary and the end of the file, and returns the statistics.
  ///
  /// - Throws: `system` if the sink fails.
  public consuming func finish() throws(MCAPError) -> MCAPStatistics {
    try end()
  }

  private mutating func end() throws(MCAPError) -> MCAPStatistics {
    threads?.endKeeping()
    try flush()
    if counts.messageCount == 0 { counts.messageStartTime = 0 }
    counts.schemaCount = UInt16(schemas.count)
    counts.channelCount = UInt32(channels.count)
    for id in channelCounts.indices where channelCounts[id] > 0 {
      counts.channelMessageCounts.entries.append(
        .init(channelID: UInt16(id), value: channelCounts[id])
      )
    }
    let crc = options.dataChecksum ? output.checksum.value : 0
    MCAPDataEnd(dataSectionCRC: crc).encode(into: &staging)
    try output.write(&staging)
    try writeSummary()
    return counts
  }

  /// Closes both chunks, that of the channels apart behind the other.
  mutating func closeApart() throws(MCAPError) {
    try closeChunk()
    exchange()
    defer { exchange() }
    try closeChunk(isApart: true)
  }

  /// Lets what is done to the open chunk be done to that of the channels apart, and back again.
  private mutating func exchange() {
    swap(&chunk, &apart)
    swap(&repeats, &repeatsApart)
  }

  private mutating func closeChunk(isApart: Bool = false) throws(MCAPError) {
    guard chunk.count > 0 else { return }
    countChunk()
    if isApart { generations.apart += 1 } else { generations.main += 1 }
    if let threads {
      threads.queue.submit(&chunk, isApart: isApart)
    } else {
      let output = output
      if options.chunked {
        press.prepare(chunk, with: &compressor)
        try press.write(chunk, isApart: isApart, to: output)
      } else {
        try chunk.withRecords { records throws(MCAPError) in try output.write(records) }
      }
      chunk.clear()
    }
    considerRepeat()
  }

  /// Adds what the open chunk holds to the statistics.
  private mutating func countChunk() {
    closedBytes += UInt64(chunk.count)
    if options.chunked { counts.chunkCount += 1 }
    guard chunk.messageCount > 0 else { return }
    counts.messageStartTime = min(counts.messageStartTime, chunk.startTime)
    counts.messageEndTime = max(counts.messageEndTime, chunk.endTime)
    counts.messageCount += UInt64(chunk.messageCount)
    while channelCounts.count < chunk.slotCount { channelCounts.append(0) }
    for channel in 0..<chunk.slotCount {
      channelCounts[channel] += UInt64(chunk.openCount(channel: UInt16(channel)))
    }
  }
}
