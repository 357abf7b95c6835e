/// The meaning of the 48 bytes of a reply.
@frozen public struct ReplyKind: RawRepresentable, BitwiseCopyable, Hashable, Sendable {
  /// The number of the kind.
  public var rawValue: UInt8

  /// Wraps a number in 0...255.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No reply.
  @inlinable public static var none: ReplyKind { ReplyKind(rawValue: 0) }
  /// An acceleration in m/s²; in JSON the object {"x", "y", "z"}.
  @inlinable public static var acceleration: ReplyKind { ReplyKind(rawValue: 1) }
  /// Latitude, longitude in degrees, altitude in m; in JSON an array of the three.
  @inlinable public static var coordinates: ReplyKind { ReplyKind(rawValue: 2) }

  /// A text: a ``TextReply``.
  @inlinable public static var text: ReplyKind { ReplyKind(rawValue: 3) }

  /// How many bytes of the payload the kind uses.
  @inlinable public var byteCount: Int { self == .none ? 0 : 24 }
}
