import KymoCore
import KymoRecording

/// The rows of a ``RowSpool`` as the stream of a channel.
struct SpooledStream: ImportStream {
  let file: String
  /// The description of the channel, if nobody knows it by its topic.
  let channel: InputChannel?
  let topic: String
  private let spool: RowSpool
  private let earliest: Int64
  private let shift: Int64
  private var place = 0

  /// How many rows are given at a time.
  private static let blockRows = 4096

  /// Stands at the first row; those before `earliest`, in ns, are passed over, and all times are `shift` ns later.
  init(
    file: String,
    channel: InputChannel,
    _ spool: RowSpool,
    earliest: Int64 = .min,
    shift: Int64 = 0
  ) {
    self.file = file
    let known = [.accelerometer, .location] + InputChannel.sensors + InputChannel.wellKnown
    self.channel = known.contains { $0.topic == channel.topic } ? nil : channel
    topic = channel.topic
    self.spool = spool
    self.earliest = earliest
    self.shift = shift
  }

  var isClockTrue: Bool { true }
  /// Accelerations of such files have it.
  var gravity: SessionDescription.Gravity? {
    topic == InputChannel.accelerometer.topic ? .included : nil
  }

  mutating func rewind() { place = 0 }

  mutating func next(log: inout ImportLog) throws(ImportError) -> ImportTable.Rows? {
    var rows = try spool.rows(at: place, limit: Self.blockRows)
    guard !rows.isEmpty else { return nil }
    place += rows.count
    if earliest > .min { rows.removeAll { [earliest] in $0.timestamp < earliest } }
    if topic == InputChannel.location.topic {
      return .locations(
        rows.map {
          var location = $0.payload.location
          location.fixTimestamp += shift
          return LocationRow(
            timestamp: $0.timestamp + shift,
            line: $0.line,
            location: location
          )
        }
      )
    }
    if topic == InputChannel.accelerometer.topic {
      return .accelerations(
        rows.map {
          AccelerationRow(
            timestamp: $0.timestamp + shift,
            line: $0.line,
            acceleration: $0.payload.acceleration
          )
        }
      )
    }
    return .samples(
      topic: topic,
      rows.map { SampleRow(timestamp: $0.timestamp + shift, line: $0.line, payload: $0.payload) }
    )
  }
}
