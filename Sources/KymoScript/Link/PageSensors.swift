import KymoCore

/// The sensors that a page listens to: which events, and how many there were.
public struct PageSensors {
  /// The part of an event that a page is given.
  enum Reading {
    /// A sample, with gravity.
    case motion(Acceleration)
    /// A fix.
    case position(Location)
  }

  /// How many samples and fixes the page was given.
  public private(set) var count: UInt64 = 0

  /// None yet.
  init() {}

  /// Returns the part of an event that the page is given, and counts it; nil if the page does not
  /// listen to that.
  mutating func reading(
    of event: borrowing Event,
    for wishes: (motion: Bool, positions: Bool)
  ) -> Reading? {
    if wishes.motion, event.source == .accelerometer, event.kind == .acceleration {
      count += 1
      return .motion(event.payload.acceleration)
    }
    if wishes.positions, event.source == .location, event.kind == .location {
      count += 1
      return .position(event.payload.location)
    }
    return nil
  }
}
