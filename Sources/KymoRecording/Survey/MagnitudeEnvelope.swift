import KymoMCAP

/// The magnitude of a vector over time, reduced to the extremes of each stretch of time.
public struct MagnitudeEnvelope: Sendable {
  /// A stretch of time in which there were samples.
  public struct Stretch: Sendable {
    /// The middle of it, in seconds from the start.
    public let seconds: Double
    /// The least magnitude in it, in the unit of the samples.
    public let lowest: Double
    /// The greatest magnitude in it, in the unit of the samples.
    public let highest: Double
  }

  private let time: TimeStretches
  /// The squares of the extremes: a root takes longer than all else.
  private var lowest: [Double]
  private var highest: [Double]

  /// Starts without samples.
  init(_ time: TimeStretches = TimeStretches()) {
    self.time = time
    lowest = Array(repeating: .infinity, count: TimeStretches.count)
    highest = Array(repeating: -.infinity, count: TimeStretches.count)
  }

  /// Adds a message of three doubles to a stretch; one that is too short is none.
  @inline(__always)
  mutating func add(_ data: RawSpan, at stretch: Int) {
    guard data.byteCount >= 28 else { return }
    add(
      stretch,
      x: data.loadDouble(at: 4),
      y: data.loadDouble(at: 12),
      z: data.loadDouble(at: 20)
    )
  }

  /// Adds a sample to a stretch.
  @inline(__always)
  mutating func add(_ stretch: Int, x: Double, y: Double, z: Double) {
    let square = x * x + y * y + z * z
    guard square.isFinite else { return }
    if square < lowest[stretch] { lowest[stretch] = square }
    if square > highest[stretch] { highest[stretch] = square }
  }

  /// The stretches with samples, from the first to the last.
  public var stretches: [Stretch] {
    (0..<TimeStretches.count).filter { highest[$0].isFinite }.map {
      Stretch(
        seconds: time.seconds(of: $0),
        lowest: lowest[$0].squareRoot(),
        highest: highest[$0].squareRoot()
      )
    }
  }
}
