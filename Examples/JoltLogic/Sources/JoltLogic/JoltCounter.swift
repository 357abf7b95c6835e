/// Counts how often somebody jolts the phone. It knows neither UIKit nor Kymograph.
public struct JoltCounter: Sendable {
  public private(set) var count = 0
  private var isJolted = false

  public init() {}

  /// Takes a sample of the accelerometer, in g.
  public mutating func take(x: Double, y: Double, z: Double) {
    let isStrong = x * x + y * y + z * z > 1.21  // More than 1.1 g.
    if isStrong, !isJolted { count += 1 }
    isJolted = isStrong
  }
}
