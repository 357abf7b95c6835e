public import KymoCore

/// One acceleration, in the unit and axes of the file until its table is finished.
public struct AccelerationRow: Sendable {
  /// The time of the event in ns, on the clock of the file.
  public var timestamp: Int64
  /// ns since the start of the recording, or nil if the file does not say.
  public var elapsed: Int64?
  /// The 1-based line of the file.
  public var line: Int
  /// The acceleration.
  public var acceleration: Acceleration

  /// Takes what one row says.
  public init(timestamp: Int64, elapsed: Int64? = nil, line: Int, acceleration: Acceleration) {
    self.timestamp = timestamp
    self.elapsed = elapsed
    self.line = line
    self.acceleration = acceleration
  }
}
