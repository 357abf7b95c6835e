import KymoCore

/// A recording that was opened: what is in it, before any event is decoded.
public struct SessionFile: Sendable {
  /// The bytes.
  public let source: MCAPFileSource
  /// What a walk over the file found.
  public let scan: MCAPScan
  /// What the recording says about itself; nil if kymo did not write it.
  public let description: SessionDescription?
  /// The app whose handlers made the trace, or empty.
  public let app: String
  /// The names of the commands, in the order of their ids; empty if kymo did not write it.
  public let commands: [String]
  /// What the run that made it came to; nil if there was none, or it was not finished.
  public let result: SessionResult?

  /// Opens a recording and walks over it.
  ///
  /// - Throws: `system` if it cannot be read; `magic` if it is no MCAP file. A file that is cut off
  ///   opens; its ``MCAPScan/ending`` says so.
  /// - Complexity: O(chunks); no chunk is decompressed.
  public init(path: String) throws(MCAPError) {
    source = try MCAPFileSource(path: path)
    scan = try MCAPSegmentScanner.scan(source)
    var last: MCAPStringMap?
    var window = try MCAPWindow(source)
    for index in scan.metadata where index.name == SessionDescription.recordName {
      let prefix = try window.prefix(at: index.offset)
      if case .metadata(let metadata)? = try window.record(prefix, MCAPLimits()) {
        last = metadata.metadata
      }
    }
    description = last.map { SessionDescription($0) }
    app = last?["app"] ?? ""
    commands = (last?["commands"] ?? "").split(separator: ",").map(String.init)
    result = last.flatMap { SessionResult($0) }
  }

  /// Whether there is a /trace that a replay can be held against.
  public var hasTrace: Bool {
    !scan.catalog.channels(topic: SessionTopic.trace.name).isEmpty
  }

  /// The input events, in the order of dispatch.
  ///
  /// - Throws: ``SessionError`` if the file is cut off.
  public func events(_ routing: CommandRouting) throws(SessionError) -> SessionEvents {
    try SessionEvents(source, scan: scan, routing: routing)
  }
}
