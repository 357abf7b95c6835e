package import KymoCore

/// Which event a request became: what a reply says of it in a header, so that a capture can be put back into the
/// order of dispatch.
///
/// The server writes stamps, and who reads a capture of it reads them: here are both.
package struct EventStamp: Hashable {
  /// The name of the header.
  package static let field = "Kymo-Event"
  /// The name of the header that says what became of a request.
  package static let outcomeField = "Kymo-Outcome"
  /// The value that stands there if it became no event.
  package static let refused = "refused"
  /// The value that stands in the header if the list is the member `events` of the body, or of its
  /// last element.
  package static let inBody = "body"

  package var source: SourceID
  package var sequence: UInt32
  /// In ns, on the clock of the recording.
  package var timestamp: Int64

  package init(source: SourceID, sequence: UInt32, timestamp: Int64) {
    self.source = source
    self.sequence = sequence
    self.timestamp = timestamp
  }

  /// Reads `source/sequence/timestamp`; nil for anything else, and for times before zero.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let source = UInt8(parts[0]), let sequence = UInt32(parts[1]),
      let timestamp = Int64(parts[2]), timestamp >= 0
    else { return nil }
    self.init(source: SourceID(rawValue: source), sequence: sequence, timestamp: timestamp)
  }

  /// How many events a header may speak of.
  private static let maximumCount = 100_000

  /// Reads a list of runs with commas between them: `source/sequence/timestamp`, `*count` behind one of several
  /// events whose sequences and times go up by one each; nil for anything else.
  package static func list(_ text: String) -> [EventStamp]? {
    var stamps: [EventStamp] = []
    for run in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = run.drop { $0 == " " }.split(separator: "*", omittingEmptySubsequences: false)
      guard parts.count <= 2, let first = parts.first.flatMap({ EventStamp(String($0)) }) else {
        return nil
      }
      guard let count = parts.count == 2 ? Int(parts[1]) : 1, count > 0,
        count <= maximumCount - stamps.count, first.timestamp <= .max - Int64(count)
      else { return nil }
      for offset in 0..<count {
        stamps.append(
          EventStamp(
            source: first.source,
            sequence: first.sequence &+ UInt32(offset),
            timestamp: first.timestamp + Int64(offset)
          )
        )
      }
    }
    return stamps
  }

  /// As a header has it.
  package var text: String { "\(source.rawValue)/\(sequence)/\(timestamp)" }

  /// Whether its event is dispatched before another.
  package func precedes(_ other: EventStamp) -> Bool {
    (timestamp, source.rawValue, sequence) < (
      other.timestamp, other.source.rawValue, other.sequence
    )
  }
}
