/// Reads a file in the order of time, by way of its summary or, without a good one, of a scan.
@safe public struct MCAPIndexedReader: ~Copyable {
  /// The first record.
  public let header: MCAPHeader
  /// The schemas and channels.
  public let catalog: MCAPCatalog
  /// Chunks and runs of messages, in the order of the file.
  public let segments: [MCAPSegment]
  /// Where the attachments lie, in the order of the file.
  public let attachments: [MCAPAttachmentIndex]
  /// Where the metadata records lie, in the order of the file.
  public let metadata: [MCAPMetadataIndex]
  /// The summary, if the file has one.
  public let summary: MCAPSummary?
  /// Whether the data section was walked because the summary does not tell everything.
  public let wasScanned: Bool
  /// The problem with the end or the indexes of the file, if there is one.
  public let problem: MCAPError?
  /// The most that is allocated.
  public let limits: MCAPLimits

  private let source: any MCAPByteSource

  /// Reads the summary of a file.
  ///
  /// - Parameters:
  ///   - source: A source that can be read out of order.
  ///   - limits: What is allocated at most.
  ///   - scans: Whether to walk the data section even if the summary is good.
  /// - Throws: `magic` if it is no MCAP file; `system`; `unsupported` for a pipe.
  /// - Complexity: O(chunks), about one small read per chunk.
  public init(
    _ source: any MCAPByteSource,
    limits: MCAPLimits = MCAPLimits(),
    scans: Bool = false
  ) throws(MCAPError) {
    self.source = source
    self.limits = limits
    var window = try MCAPWindow(source)
    try MCAPSegmentScanner.checkMagic(&window)
    var trouble: MCAPError?
    if !scans {
      do {
        let summary = try MCAPSummary.read(&window, limits)
        if let header = try Self.header(&window, limits), summary.isComplete {
          let segments = try Self.segments(of: summary, &window, limits)
          self.header = header
          self.summary = summary
          self.segments = segments
          catalog = summary.catalog
          attachments = summary.attachmentIndexes.sorted { $0.offset < $1.offset }
          metadata = summary.metadataIndexes.sorted { $0.offset < $1.offset }
          wasScanned = false
          problem = nil
          return
        }
      } catch {
        if case .system = error.kind { throw error }
        trouble = error
      }
    }
    let scan = try MCAPSegmentScanner.scan(source, limits: limits)
    if trouble == nil, case .cut(let error) = scan.ending { trouble = error }
    var found = scan.catalog
    if UInt32(found.channels.count) != scan.summary?.statistics?.channelCount {
      var decoder = MCAPChunkDecoder(catalog: found, limits: limits)
      for segment in scan.segments where segment.kind == .chunk {
        do {
          try decoder.load(segment, from: source)
          while try decoder.nextMessage() != nil {}
        } catch {
          if case .system = error.kind { throw error }
          trouble = trouble ?? error
        }
      }
      found = decoder.catalog
    }
    header = scan.header
    summary = scan.summary
    segments = scan.segments
    catalog = found
    attachments = scan.attachments
    metadata = scan.metadata
    wasScanned = true
    problem = trouble
  }

  private static func header(
    _ window: inout MCAPWindow,
    _ limits: MCAPLimits
  ) throws(MCAPError) -> MCAPHeader? {
    let prefix = try window.prefix(at: UInt64(MCAPFormat.magic.count))
    guard case .header(let header)? = try window.record(prefix, limits) else { return nil }
    return header
  }

  /// Holds every chunk index against the chunk at which it points.
  private static func segments(
    of summary: MCAPSummary,
    _ window: inout MCAPWindow,
    _ limits: MCAPLimits
  ) throws(MCAPError) -> [MCAPSegment] {
    var segments: [MCAPSegment] = []
    for index in summary.chunkIndexes.sorted(by: { $0.chunkOffset < $1.chunkOffset }) {
      let offset = index.chunkOffset
      let prefix = try window.prefix(at: offset)
      guard prefix.kind == .chunk else {
        throw .record(.index, "chunk index", at: offset, "there is a \(prefix.name)")
      }
      var segment = try MCAPSegmentScanner.chunk(prefix, &window, limits)
      guard segment.length == index.chunkLength, segment.startTime == index.startTime,
        segment.endTime == index.endTime, segment.compressedSize == index.compressedSize,
        segment.uncompressedSize == index.uncompressedSize,
        segment.compression.rawValue == index.compression, segments.last?.offset != offset
      else { throw .record(.index, "chunk index", at: offset, "the chunk does not match it") }
      segment.indexedChannels = index.messageIndexOffsets.entries.map(\.channelID)
      segments.append(segment)
    }
    return segments
  }

  // MARK: Messages

  /// Starts to deliver messages in order.
  ///
  /// - Complexity: O(chunks · log chunks).
  public func messages(_ query: MCAPQuery = MCAPQuery()) -> MCAPMessageCursor {
    var wanted: [Bool] = []
    var chosen = segments
    if let topics = query.topics {
      var flags = [Bool](repeating: false, count: 1 << 16)
      for channel in catalog.channels where topics.contains(channel.topic) {
        flags[Int(channel.id)] = true
      }
      wanted = flags
      if let summary, !wasScanned {
        let indexes = summary.chunkIndexes.sorted { $0.chunkOffset < $1.chunkOffset }
        chosen = zip(segments, indexes).filter { Self.holds($0.1, any: flags) }.map(\.0)
      }
    }
    return MCAPMessageCursor(
      source,
      segments: chosen,
      wanted: wanted,
      query: query,
      limits: limits
    )
  }

  /// Whether the chunk has messages of a wanted channel, as far as its index tells.
  private static func holds(_ index: MCAPChunkIndex, any flags: [Bool]) -> Bool {
    index.messageIndexLength == 0
      || index.messageIndexOffsets.entries.contains { flags[Int($0.channelID)] }
  }

  // MARK: Attachments and metadata

  /// Reads the attachment with a number in ``attachments``; traps if there is none.
  ///
  /// - Throws: `index` if something else lies there; `checksum` if it is damaged.
  /// - Complexity: O(bytes).
  public func attachment(_ number: Int) throws(MCAPError) -> MCAPAttachment {
    let index = attachments[number]
    guard case .attachment(let attachment) = try record(at: index.offset, index.length),
      attachment.name == index.name, UInt64(attachment.data.count) == index.dataSize
    else { throw .record(.index, "attachment index", at: index.offset, "it is not as it says") }
    if case .differs(let found, let says) = attachment.checksum {
      throw .checksum("attachment", at: index.offset, is: found, says: says)
    }
    return attachment
  }

  /// Reads the first attachment with a name, or nil if there is none.
  public func attachment(named name: String) throws(MCAPError) -> MCAPAttachment? {
    guard let number = attachments.firstIndex(where: { $0.name == name }) else { return nil }
    return try attachment(number)
  }

  /// Reads the metadata record with a number in ``metadata``; traps if there is none.
  ///
  /// - Throws: `index` if something else lies there.
  public func metadata(_ number: Int) throws(MCAPError) -> MCAPMetadata {
    let index = metadata[number]
    guard case .metadata(let found) = try record(at: index.offset, index.length),
      found.name == index.name
    else { throw .record(.index, "metadata index", at: index.offset, "it is not as it says") }
    return found
  }

  /// Reads the first metadata record with a name, or nil if there is none.
  public func metadata(named name: String) throws(MCAPError) -> MCAPMetadata? {
    guard let number = metadata.firstIndex(where: { $0.name == name }) else { return nil }
    return try metadata(number)
  }

  private func record(at offset: UInt64, _ length: UInt64) throws(MCAPError) -> MCAPRecord? {
    var window = try MCAPWindow(source)
    let prefix = try window.prefix(at: offset)
    guard prefix.end - offset == length else {
      throw .record(.index, "index", at: offset, "the record has another length")
    }
    return try window.record(prefix, limits)
  }

  // MARK: Verification

  /// Holds every message index entry against the message at which it points.
  ///
  /// - Throws: `index` at the first entry without such a message, or chunk with a message that
  ///   lacks its entry.
  /// - Complexity: O(bytes of the file).
  public func verifyIndexes() throws(MCAPError) {
    var window = try MCAPWindow(source)
    var decoder = MCAPChunkDecoder(catalog: catalog, limits: limits)
    for segment in segments where segment.kind == .chunk {
      try decoder.load(segment, from: source)
      var count = 0
      while try decoder.nextMessage() != nil { count += 1 }
      var places: [UInt64] = []
      var offset = segment.offset + segment.length
      while let prefix = try? window.prefix(at: offset), prefix.kind == .messageIndex {
        guard case .messageIndex(let index)? = try window.record(prefix, limits) else { break }
        for entry in index.entries {
          guard let view = decoder.message(at: entry.offset), view.logTime == entry.logTime,
            view.channelID == index.channelID
          else {
            let problem = "no message of channel \(index.channelID) at byte \(entry.offset)"
            throw .record(.index, "message index", at: offset, problem)
          }
          places.append(entry.offset)
        }
        offset = prefix.end
      }
      places.sort()
      let isSet = zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
      guard places.isEmpty || (places.count == count && isSet) else {
        let problem = "\(count) messages, but \(places.count) in its message indexes"
        throw .record(.index, "chunk", at: segment.offset, problem)
      }
    }
  }
}
