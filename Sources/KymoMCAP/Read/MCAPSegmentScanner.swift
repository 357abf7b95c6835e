/// Walks over the data section of a file: record prefixes and the fields of chunks, no contents.
public enum MCAPSegmentScanner {
  /// Bytes of a run of messages after which the next run begins.
  static let runBytes: UInt64 = 1 << 20
  /// More than the fields of a chunk need before its records.
  private static let chunkHeaderBytes = 256
  private static let attachmentHeaderBytes = 1 << 20

  /// Walks a whole file, or to the place at which it is cut.
  ///
  /// - Throws: `magic` if the file is no MCAP file; `system`; `unsupported` for a pipe.
  /// - Complexity: O(records outside chunks); about one small read per chunk.
  public static func scan(
    _ source: any MCAPByteSource,
    limits: MCAPLimits = MCAPLimits()
  ) throws(MCAPError) -> MCAPScan {
    var window = try MCAPWindow(source)
    try checkMagic(&window)
    var scan = MCAPScan()
    do { try walk(&window, &scan, limits) } catch {
      if case .system = error.kind { throw error }
      scan.ending = .cut(error)
    }
    do { scan.summary = try MCAPSummary.read(&window, limits, sharing: scan.catalog) } catch {
      if case .system = error.kind { throw error }
      if scan.ending == .complete { scan.ending = .cut(error) }
    }
    if let summary = scan.summary { scan.catalog.merge(summary.catalog) }
    return scan
  }

  static func checkMagic(_ window: inout MCAPWindow) throws(MCAPError) {
    let count = MCAPFormat.magic.count
    guard window.size > 0 else { throw MCAPError(.magic, at: 0, "the file is empty") }
    guard try window.bytes(at: 0, count: count) == MCAPFormat.magic else {
      throw MCAPError(.magic, at: 0, "it is not an MCAP file: it starts with other bytes")
    }
  }

  private static func walk(
    _ window: inout MCAPWindow,
    _ scan: inout MCAPScan,
    _ limits: MCAPLimits
  ) throws(MCAPError) {
    var offset = UInt64(MCAPFormat.magic.count)
    var run: MCAPSegment?
    defer { if let run { scan.segments.append(run) } }
    while true {
      let prefix = try window.prefix(at: offset)
      offset = prefix.end
      if prefix.kind == .message {
        try extend(&run, prefix, &window, &scan)
        continue
      }
      if let whole = run {
        scan.segments.append(whole)
        run = nil
      }
      switch prefix.kind {
      case .chunk: scan.segments.append(try chunk(prefix, &window, limits))
      case .attachment: scan.attachments.append(try attachment(prefix, &window))
      case .messageIndex:
        guard let last = scan.segments.indices.last, scan.segments[last].kind == .chunk,
          scan.segments[last].indexedChannels.count <= Int(UInt16.max), prefix.length >= 2,
          let channel: UInt16 = try window.integer(at: prefix.contentOffset)
        else { continue }
        scan.segments[last].indexedChannels.append(channel)
      case nil: break
      default:
        guard let record = try window.record(prefix, limits) else { continue }
        switch record {
        case .header(let header): scan.header = header
        case .schema, .channel: try scan.catalog.register(record, at: prefix.offset)
        case .metadata(let metadata):
          scan.metadata.append(
            MCAPMetadataIndex(
              offset: prefix.offset,
              length: prefix.end - prefix.offset,
              name: metadata.name
            )
          )
        case .dataEnd(let end):
          scan.dataEnd = end
          scan.dataEndOffset = prefix.offset
          return
        default:
          let problem = "it is not allowed in the data section"
          throw MCAPError.record(.malformed, prefix.name, at: prefix.offset, problem)
        }
      }
    }
  }

  /// Adds a message to the run, or starts a new one.
  private static func extend(
    _ run: inout MCAPSegment?,
    _ prefix: MCAPRecordPrefix,
    _ window: inout MCAPWindow,
    _ scan: inout MCAPScan
  ) throws(MCAPError) {
    guard prefix.length >= UInt64(MCAPFormat.messageHeaderBytes) else {
      let problem = "\(prefix.length) bytes, less than its fields"
      throw MCAPError.record(.malformed, "message", at: prefix.offset, problem)
    }
    guard let time: UInt64 = try window.integer(at: prefix.contentOffset + 6) else {
      throw MCAPError.record(.truncated, "message", at: prefix.offset, "the file ends")
    }
    let length = prefix.end - prefix.offset
    if let whole = run, whole.length + length > runBytes {
      scan.segments.append(whole)
      run = nil
    }
    var segment =
      run
      ?? MCAPSegment(
        kind: .messages,
        offset: prefix.offset,
        length: 0,
        startTime: time,
        endTime: time,
        compression: .none,
        recordsOffset: prefix.offset,
        compressedSize: 0,
        uncompressedSize: 0,
        uncompressedCRC: 0
      )
    segment.length += length
    segment.compressedSize = segment.length
    segment.uncompressedSize = segment.length
    segment.startTime = min(segment.startTime, time)
    segment.endTime = max(segment.endTime, time)
    run = segment
  }

  static func chunk(
    _ prefix: MCAPRecordPrefix,
    _ window: inout MCAPWindow,
    _ limits: MCAPLimits
  ) throws(MCAPError) -> MCAPSegment {
    let left = min(prefix.length, window.size - prefix.contentOffset)
    let count = Int(min(left, UInt64(chunkHeaderBytes)))
    guard let header = try window.bytes(at: prefix.contentOffset, count: count) else {
      throw MCAPError.record(.truncated, "chunk", at: prefix.offset, "the file ends")
    }
    return try MCAPSegment(
      header: header,
      contentLength: prefix.length,
      at: prefix.offset,
      limits: limits
    )
  }

  /// Reads the fields of an attachment before its data.
  static func attachment(
    _ prefix: MCAPRecordPrefix,
    _ window: inout MCAPWindow
  ) throws(MCAPError) -> MCAPAttachmentIndex {
    let count = Int(min(prefix.length, UInt64(attachmentHeaderBytes)))
    guard let header = try window.bytes(at: prefix.contentOffset, count: count) else {
      throw MCAPError.record(.truncated, "attachment", at: prefix.offset, "the file ends")
    }
    var fields = MCAPFields(header, of: "attachment", at: prefix.offset)
    return try MCAPAttachmentIndex(
      recordAt: prefix.offset,
      length: prefix.end - prefix.offset,
      fields: &fields
    )
  }
}
