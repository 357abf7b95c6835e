/// The magnitude of the acceleration over time, reduced to the extremes of each stretch of time.
public struct MagnitudeEnvelope: Sendable {
  /// A stretch of time in which there were samples.
  public struct Stretch: Sendable {
    /// The middle of it, in seconds from the start.
    public let seconds: Double
    /// The least magnitude in it, in m/s².
    public let lowest: Double
    /// The greatest magnitude in it, in m/s².
    public let highest: Double
  }

  /// How many stretches are kept: two to a column of a wide terminal.
  static let stretchCount = 512

  private let start: UInt64
  private let span: Double
  private var lowest: [Double]
  private var highest: [Double]

  /// Spans the time from `start` to `end`, in ns.
  init(start: UInt64 = 0, end: UInt64 = 0) {
    self.start = start
    span = Double(end - min(start, end)) + 1
    lowest = Array(repeating: .infinity, count: Self.stretchCount)
    highest = Array(repeating: -.infinity, count: Self.stretchCount)
  }

  /// Adds a sample in m/s².
  mutating func add(_ time: UInt64, x: Double, y: Double, z: Double) {
    let magnitude = (x * x + y * y + z * z).squareRoot()
    guard magnitude.isFinite, time >= start else { return }
    // A chunk may hold a message far beyond the times that it states.
    let share = min(1, Double(time - start) / span)
    let stretch = min(Self.stretchCount - 1, Int(share * Double(Self.stretchCount)))
    lowest[stretch] = min(lowest[stretch], magnitude)
    highest[stretch] = max(highest[stretch], magnitude)
  }

  /// The stretches with samples, from the first to the last.
  public var stretches: [Stretch] {
    (0..<Self.stretchCount).filter { highest[$0].isFinite }.map {
      Stretch(
        seconds: span / 1e9 * (Double($0) + 0.5) / Double(Self.stretchCount),
        lowest: lowest[$0],
        highest: highest[$0]
      )
    }
  }
}
