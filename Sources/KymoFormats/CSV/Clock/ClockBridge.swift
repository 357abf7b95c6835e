import KymoRecording
import KymoText

/// The clocks of a file by which times since the phone was switched on become times since 1970.
struct ClockBridge: Equatable {
  /// The column of the time of day with its date, as text.
  var wall: Int
  /// The columns of the seconds since the phone was switched on, the first that has a value counts.
  var counters: [Int]

  /// How many rows are looked at.
  private static let rowCount = 10_000

  /// How far 1970 lies before the phone was switched on, in ns: the median of the first rows.
  ///
  /// - Parameter reader: stands before the rows.
  /// - Returns: nil if no row has both clocks.
  /// - Complexity: O(*n* log *n*), where *n* is at most ten thousand rows.
  func offset(_ reader: CSVReader) -> Int64? {
    var reader = reader
    var offsets: [Int64] = []
    while offsets.count < Self.rowCount, (try? reader.nextRow()) == true {
      guard wall < reader.fieldCount, let moment = reader.isoTime(wall), moment.date != nil,
        let time = moment.nanosecondsSinceEpoch
      else { continue }
      for counter in counters where counter < reader.fieldCount {
        guard case .decimal(let seconds) = reader.number(counter),
          let uptime = seconds.integer(scale: 9), 0...1 << 60 ~= uptime
        else { continue }
        offsets.append(time - uptime)
        break
      }
    }
    offsets.sort()
    return offsets.isEmpty ? nil : offsets[offsets.count / 2]
  }
}
