import KymoCore
import KymoRecording

/// The CSV export of SensorLog for iOS: all sensors in one row, each with a clock of its own.
///
/// Fixes have seconds since 1970, the sensors of motion seconds since the phone was switched on, and `loggingTime`
/// is when the row was written. A row repeats what has not changed since the one before.
struct SensorLogCSV: CSVDialect {
  var name: String { "SensorLog CSV" }
  var understood: String { "SensorLog CSV (loggingTime, accelerometerTimestamp_sinceReboot, ...)" }
  var altitudeDatum: SessionDescription.AltitudeDatum { .meanSeaLevel }
  var accuracyConfidence: SessionDescription.AccuracyConfidence { .unknown }

  private static let sinceReboot = "timestamp_sincereboot"
  private static let since1970 = "timestamp_since1970"

  func roles(header: CSVHeader, title: String, time: Int?) -> [TableRole] {
    let counters = header.columns.indices.filter {
      header.columns[$0].name.hasSuffix(Self.sinceReboot)
    }
    let dated = header.columns.contains { $0.name.hasSuffix(Self.since1970) }
    guard dated || !counters.isEmpty else { return [] }
    let wall = header.index("loggingtime")
    let table = SensorLogTable(
      header: header,
      wall: wall,
      bridge: wall.map { ClockBridge(wall: $0, counters: counters) },
      asked: time
    )
    return table.roles
  }

  /// It is always an iPhone or a watch of Apple, which give g on opposite axes.
  func scale(
    _ table: AccelerationTable,
    _ facts: RecordingFacts,
    medianMagnitude: Double
  ) -> AccelerationScale {
    .sensorLog(table, medianMagnitude: medianMagnitude)
  }
}
