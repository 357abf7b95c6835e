/// The part of a phone that plays system sounds and vibrates.
public struct SystemSounds: Sendable {
  /// The duration in ns from which on a sound is too long: five seconds.
  public static var limitNanoseconds: Int64 { 5_000_000_000 }

  /// Whether there is a motor; an iPod touch has none.
  public let canVibrate: Bool
  /// Sounds that were played, without vibrations.
  public private(set) var played: UInt64 = 0
  /// Vibrations.
  public private(set) var vibrations: UInt64 = 0
  /// Vibrations asked of a phone without a motor.
  public private(set) var vibrationsIgnored: UInt64 = 0
  /// Sounds that were refused because of their duration.
  public private(set) var tooLong: UInt64 = 0

  /// Makes the part of a phone with or without a motor.
  public init(canVibrate: Bool = true) { self.canVibrate = canVibrate }

  /// Plays a sound; several may play at once, and nobody waits for the end.
  ///
  /// - Returns: whether anything happened; a vibration without a motor is ignored.
  /// - Throws: ``PhoneError/soundTooLong`` for five seconds or more.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func play(_ sound: SystemSound) throws(PhoneError) -> Bool {
    guard sound != .vibration else {
      if canVibrate { vibrations += 1 } else { vibrationsIgnored += 1 }
      return canVibrate
    }
    guard sound.durationNanoseconds < Self.limitNanoseconds else {
      tooLong += 1
      throw .soundTooLong
    }
    played += 1
    return true
  }
}
