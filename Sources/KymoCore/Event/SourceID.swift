/// Where an event comes from; the second key of the dispatch order, after the timestamp.
///
/// The numbers are part of the determinism contract: they break ties between sources, so they
/// are fixed here and never derived from the order in which rings or files happen to be opened.
@frozen public struct SourceID: RawRepresentable, BitwiseCopyable, Hashable, Sendable {
  /// The place of the source among those with equal timestamps; lower goes first.
  public var rawValue: UInt8

  /// Wraps a number in 0...255.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The accelerometer.
  @inlinable public static var accelerometer: SourceID { SourceID(rawValue: 1) }
  /// The location manager.
  @inlinable public static var location: SourceID { SourceID(rawValue: 2) }
  /// Requests from JavaScript.
  @inlinable public static var bridge: SourceID { SourceID(rawValue: 3) }
  /// The gyroscope.
  @inlinable public static var gyroscope: SourceID { SourceID(rawValue: 4) }
  /// The magnetometer.
  @inlinable public static var magnetometer: SourceID { SourceID(rawValue: 5) }
  /// The barometer.
  @inlinable public static var barometer: SourceID { SourceID(rawValue: 6) }
  /// An inertial measurement unit, which gives several quantities at once.
  @inlinable public static var imu: SourceID { SourceID(rawValue: 7) }
  /// The JavaScript of a page that runs in this process.
  @inlinable public static var page: SourceID { SourceID(rawValue: 8) }
  /// Questions that a page in this process asks its user.
  @inlinable public static var dialog: SourceID { SourceID(rawValue: 9) }
  /// Acts of a person, and of the phone, that a page feels: taps, pauses.
  @inlinable public static var pageInput: SourceID { SourceID(rawValue: 10) }
  /// Whether a page speaks by itself: what it calls and asks, it calls and asks again when it is run again.
  package var isOfPage: Bool { self == .page || self == .dialog }
  /// The numbers that are left to the channels of applications.
  @inlinable public static var applications: ClosedRange<UInt8> { 16...254 }
  /// Events that handlers have raised themselves: timeouts, and a user's answers.
  ///
  /// Such an event comes after all inputs of the same time.
  @inlinable public static var device: SourceID { SourceID(rawValue: 255) }
}
