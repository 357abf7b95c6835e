public import KymoCore

/// One fix; its own time is in the location.
public struct LocationRow: Sendable {
  /// The time of the event in ns, on the clock of the file.
  public var timestamp: Int64
  /// ns since the start of the recording, or nil if the file does not say.
  public var elapsed: Int64?
  /// The 1-based line of the file.
  public var line: Int
  /// The fix; values that the file does not have are NaN.
  public var location: Location

  /// Takes what one row says.
  public init(timestamp: Int64, elapsed: Int64? = nil, line: Int, location: Location) {
    self.timestamp = timestamp
    self.elapsed = elapsed
    self.line = line
    self.location = location
  }
}
