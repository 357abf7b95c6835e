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
  /// What handlers have raised themselves: timeouts, and a user's answers.
  ///
  /// Such an event comes after all inputs of the same time.
  @inlinable public static var device: SourceID { SourceID(rawValue: 255) }
}
