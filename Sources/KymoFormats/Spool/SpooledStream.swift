import KymoCore
import KymoRecording

/// The rows of a ``RowSpool`` as the stream of a channel.
struct SpooledStream: ImportStream {
  let file: String
  let topic: String
  private let spool: RowSpool
  private let earliest: Int64
  private var place = 0

  /// How many rows are given at a time.
  private static let blockRows = 4096

  /// Stands at the first row; those before `earliest`, in ns, are passed over.
  init(file: String, topic: String, _ spool: RowSpool, earliest: Int64 = .min) {
    self.file = file
    self.topic = topic
    self.spool = spool
    self.earliest = earliest
  }

  var isClockTrue: Bool { true }

  mutating func rewind() { place = 0 }

  mutating func next(log: inout ImportLog) throws(ImportError) -> ImportTable.Rows? {
    var rows = try spool.rows(at: place, limit: Self.blockRows)
    guard !rows.isEmpty else { return nil }
    place += rows.count
    if earliest > .min { rows.removeAll { [earliest] in $0.timestamp < earliest } }
    if topic == InputChannel.location.topic {
      return .locations(
        rows.map {
          LocationRow(timestamp: $0.timestamp, line: $0.line, location: $0.payload.location)
        }
      )
    }
    return .samples(
      topic: topic,
      rows.map { SampleRow(timestamp: $0.timestamp, line: $0.line, payload: $0.payload) }
    )
  }
}
