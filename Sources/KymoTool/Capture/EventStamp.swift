import KymoCore

/// Which event a request became: what a reply says of it in a header, so that a capture can be put back into the
/// order of dispatch.
struct EventStamp: Hashable {
  /// The name of the header.
  static let field = "Kymo-Event"

  var source: SourceID
  var sequence: UInt32
  /// In ns, on the clock of the recording.
  var timestamp: Int64

  init(source: SourceID, sequence: UInt32, timestamp: Int64) {
    self.source = source
    self.sequence = sequence
    self.timestamp = timestamp
  }

  /// Reads `source/sequence/timestamp`; nil for anything else, and for times before zero.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let source = UInt8(parts[0]), let sequence = UInt32(parts[1]),
      let timestamp = Int64(parts[2]), timestamp >= 0
    else { return nil }
    self.init(source: SourceID(rawValue: source), sequence: sequence, timestamp: timestamp)
  }

  /// As a header has it.
  var text: String { "\(source.rawValue)/\(sequence)/\(timestamp)" }
}
