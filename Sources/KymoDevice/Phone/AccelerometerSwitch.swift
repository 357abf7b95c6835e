/// Whether the page is told about accelerations.
public struct AccelerometerSwitch: Sendable {
  /// Whether samples pass.
  public private(set) var isOn: Bool
  /// Samples that did not pass.
  public private(set) var suppressed: UInt64 = 0

  /// Makes a switch.
  public init(isOn: Bool = true) { self.isOn = isOn }

  /// Turns it on or off; turning it to where it is does nothing.
  public mutating func turn(on: Bool) { isOn = on }

  /// Whether the sample that has come passes; if not, it is counted.
  ///
  /// - Complexity: O(1).
  public mutating func passes() -> Bool {
    if !isOn { suppressed += 1 }
    return isOn
  }
}
