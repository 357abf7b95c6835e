/// A row of a sensor file on its way to an event.
protocol SensorRow {
  /// The time of the event in ns, on the clock of the file.
  var timestamp: Int64 { get set }
  /// ns since the start of the recording, or nil if the file does not say.
  var elapsed: Int64? { get }
  /// The 1-based line of the file.
  var line: Int { get }
  /// Whether all values are 0, as before the first measurement.
  var isZero: Bool { get }
  /// Adds to all times.
  mutating func shift(by nanoseconds: Int64)
}
