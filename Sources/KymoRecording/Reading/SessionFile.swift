import KymoCore
public import KymoMCAP

/// A recording that was opened: what is in it, before any event is decoded.
public struct SessionFile {
  /// The bytes.
  public let source: any MCAPByteSource
  /// The result of a walk over the file.
  public let scan: MCAPScan
  /// The session's description of itself; nil if kymo did not write it.
  public let description: SessionDescription?
  /// The app whose handlers made the trace, or empty.
  public let app: String
  /// The names of the commands, in the order of their ids; empty if kymo did not write it.
  public let commands: [String]
  /// The result of the run that made it; nil if there was none, or it was not finished.
  public let result: SessionResult?
  /// Up to when a live session went on after its last input, in ns; nil for others.
  public let end: Int64?
  /// The steps in which it was made out of other recordings, the last one last; none if it was not, and at most
  /// ``LineageStep/maximumCount``.
  public let lineage: [LineageStep]
  /// The version of the recording; 1 if it states none.
  ///
  /// Since version 2 a recording says all that ``Verifier`` compares. Before, it is the digest of each step: not
  /// compared are replies' texts, counters, metadata, and what is derived.
  public let version: Int
  /// The version of what is written today.
  public static var currentVersion: Int { 2 }
  /// The records in which the recording describes itself.
  let metadata: SessionMetadata

  /// Whether the recording was finished, and still has the record that says what it came to: its closing metadata.
  public var isFinished: Bool { version < 2 ? result != nil : metadata.closing != nil }

  /// Opens a recording and walks over it.
  ///
  /// - Throws: `system` if it cannot be read; `magic` if it is no MCAP file. A file that is cut off
  ///   opens; its `ending` says so.
  /// - Complexity: O(chunks), and no chunk is decompressed; O(file) if its summary has no channels.
  public init(path: String) throws(MCAPError) {
    try self.init(MCAPFileSource(path: path))
  }

  /// Walks over a recording that lies anywhere: in memory, or behind a source of one's own.
  ///
  /// - Parameter source: A source that knows its size and can be read out of order.
  /// - Throws: as ``init(path:)``; `unsupported` for a source without a size.
  /// - Complexity: as that of ``init(path:)``.
  public init(_ source: any MCAPByteSource) throws(MCAPError) {
    self.source = source
    var scan = try MCAPSegmentScanner.scan(source)
    if scan.ending == .complete, scan.summary?.catalog.channels.isEmpty ?? true {
      scan.catalog = Self.wholeCatalog(source, scan)
    }
    self.scan = scan
    var window = try MCAPWindow(source)
    let maps = try Self.maps(SessionDescription.recordName, scan, &window)
    lineage = try Self.maps(
      LineageStep.recordName,
      scan,
      &window,
      atMost: LineageStep.maximumCount
    ).map { LineageStep($0) }
    let metadata = SessionMetadata(maps)
    self.metadata = metadata
    let last = metadata.closing ?? metadata.opening
    version = max(metadata.version, Self.leastVersion(scan.catalog))
    description = last.map { map in
      var description = SessionDescription(map)
      description.openChannels = OpenChannel.channels(of: scan.catalog)
      return description
    }
    app = last?["app"] ?? ""
    commands = last.map { SessionResult.commands($0) } ?? []
    result = last.flatMap { SessionResult($0) }
    end = last?["end"].flatMap { Int64($0) }
  }

  /// The pairs of the metadata records of a name, in the order of the file.
  static func maps(
    _ name: String,
    _ scan: MCAPScan,
    _ window: inout MCAPWindow,
    atMost count: Int = .max
  ) throws(MCAPError) -> [MCAPStringMap] {
    var maps: [MCAPStringMap] = []
    for index in scan.metadata where index.name == name && maps.count < count {
      let prefix = try window.prefix(at: index.offset)
      if case .metadata(let metadata)? = try window.record(prefix, MCAPLimits()) {
        maps.append(metadata.metadata)
      }
    }
    return maps
  }

  /// The catalog with the channels that only the chunks describe, as far as these can be read.
  private static func wholeCatalog(_ source: any MCAPByteSource, _ scan: MCAPScan) -> MCAPCatalog {
    var decoder = MCAPChunkDecoder(catalog: scan.catalog)
    do throws(MCAPError) {
      for segment in scan.segments where segment.kind == .chunk {
        try decoder.load(segment, from: source)
        while try decoder.nextMessage() != nil {}
      }
    } catch {
      // Whoever reads the messages will meet the same error, and say so.
    }
    return decoder.catalog
  }

  /// The version that a recording has at least, whatever it states: steps of today have no digests of their own.
  private static func leastVersion(_ catalog: MCAPCatalog) -> Int {
    let traces = catalog.channels(topic: SessionTopic.trace.name)
    let schemas = traces.compactMap { catalog.schema($0.schemaID)?.name }
    return schemas.contains(SessionTopic.trace.schemaName) ? 2 : 1
  }

  /// Whether there is a /trace that a replay can be compared with.
  public var hasTrace: Bool {
    !scan.catalog.channels(topic: SessionTopic.trace.name).isEmpty
  }

  /// The number of its first step: 0, or that at which it goes on as a part of a session.
  var firstStep: UInt64 { description?.part?.stepsBefore ?? 0 }

  /// A table of channels, with this file's definitions of the schemas for those rows that have none: what a
  /// recording of a replay describes its channels with.
  public func describing(_ channels: ChannelTable) -> ChannelTable {
    channels.describing(scan.catalog)
  }

  /// Losses before the recording and while it was made.
  public var losses: [SessionResult.Loss] { (description?.losses ?? []) + (result?.losses ?? []) }

  /// When the last message of a chunk with inputs was, in ns; nil if there is none.
  package var lastTime: UInt64? {
    scan.segments.lazy.filter { $0.holdsOutputs(in: scan.catalog) != true }.map(\.endTime).max()
  }

  /// When the first message of a chunk with inputs was, in ns; nil if there is none.
  var firstTime: UInt64? {
    scan.segments.lazy.filter { $0.holdsOutputs(in: scan.catalog) != true }.map(\.startTime).min()
  }

  /// The input events, in the order of dispatch.
  ///
  /// - Throws: ``SessionError`` if the file is cut off.
  public func events(_ routing: CommandRouting) throws(SessionError) -> SessionEvents {
    var events = try SessionEvents(source, scan: scan, routing: routing)
    events.end = end
    return events
  }
}
