/// The places of a recording: the first fix of each column of a time line.
public struct TrackColumns: Sendable {
  /// A fix.
  public struct Fix: Sendable, Equatable {
    /// The column.
    public let column: Int
    /// Degrees north.
    public let latitude: Double
    /// Degrees east.
    public let longitude: Double
    /// In m/s over ground; NaN if it is not known.
    public let speed: Double
  }

  /// The fixes, by their columns.
  public private(set) var fixes: [Fix] = []

  /// Adds a fix; one that is nowhere on earth is left out, and so is one of an earlier column than the last.
  mutating func add(latitude: Double, longitude: Double, speed: Double, at column: Int) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return }
    if let last = fixes.last, last.column >= column { return }
    fixes.append(
      Fix(
        column: column,
        latitude: latitude,
        longitude: longitude,
        speed: speed >= 0 && speed.isFinite ? speed : .nan
      )
    )
  }
}
