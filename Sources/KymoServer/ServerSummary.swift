/// The counts of a server over its life.
public struct ServerSummary: Sendable {
  /// Responses by status, the lowest first.
  public let responses: [(status: UInt16, count: UInt64)]
  /// Connections that were opened.
  public let connections: UInt64
  /// Requests that have become no event since they were refused, but for those that took too long.
  public let refused: UInt64
  /// Connections that were closed since their request took too long.
  public let slow: UInt64
  /// Connections, bodies, commands and samples that found no room.
  public let overflows: UInt64
  /// Commands that were handed to the dispatcher.
  public let commands: UInt64
  /// Samples that were handed to the dispatcher.
  public let samples: UInt64

  /// The files that recorders have posted, with their lengths in bytes, in the order of their ends.
  public let uploads: [(name: String, bytes: Int)]
  /// How many files were not whole, or could not be written, and were removed.
  public let droppedUploads: UInt64

  init(_ service: BridgeService) {
    var counts = service.counts
    counts.settle()
    responses = counts.statuses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    connections = counts.connections
    refused = counts.refused
    slow = counts.slow
    overflows = counts.overflows
    commands = counts.commands
    samples = counts.samples
    uploads = service.uploads
    droppedUploads = service.droppedUploads
  }
}
