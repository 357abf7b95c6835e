import KymoCore
import KymoRecording

extension AccelerationRow {
  /// Takes the first three values of a row.
  @inline(__always) init(_ row: PlainRow, line: Int) {
    self.init(
      timestamp: row.timestamp,
      elapsed: row.elapsed,
      line: line,
      acceleration: Acceleration(x: row.values[0], y: row.values[1], z: row.values[2])
    )
  }
}

extension SampleRow {
  /// Takes the first `count` values of a row.
  @inline(__always) init(_ row: PlainRow, line: Int, count: Int) {
    var payload = Payload()
    for place in 0..<count { payload.setNumber(row.values[place], at: place) }
    self.init(timestamp: row.timestamp, elapsed: row.elapsed, line: line, payload: payload)
  }
}
