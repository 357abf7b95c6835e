/// What the 48 bytes of a payload mean.
@frozen public struct EventKind: RawRepresentable, BitwiseCopyable, Hashable, Sendable {
  /// The number of the kind.
  public var rawValue: UInt8

  /// Wraps a number in 0...255.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No payload: all 48 bytes are zero.
  @inlinable public static var none: EventKind { EventKind(rawValue: 0) }
  /// An ``Acceleration``.
  @inlinable public static var acceleration: EventKind { EventKind(rawValue: 1) }
  /// A ``Location``.
  @inlinable public static var location: EventKind { EventKind(rawValue: 2) }
  /// A ``PayloadReference`` into the arena of the ring that carries the event.
  @inlinable public static var message: EventKind { EventKind(rawValue: 3) }

  /// Whether the payload is a ``PayloadReference``.
  @inlinable public var isReference: Bool { self == .message }
}
