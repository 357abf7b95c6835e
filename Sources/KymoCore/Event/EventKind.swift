/// The meaning of the 48 bytes of a payload.
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
  /// The text of a request, as a ``PayloadReference`` into the arena of the ring that carries the event.
  @inlinable public static var message: EventKind { EventKind(rawValue: 3) }
  /// The raw bytes of a channel's message, as a ``PayloadReference`` into the same arena.
  ///
  /// They are exactly those of the recording, the header of a CDR message included, and no request: a
  /// ``RequestDecoder`` never sees them.
  @inlinable public static var data: EventKind { EventKind(rawValue: 4) }
  /// The CDR body of a channel's message, at most 48 bytes of little-endian fields, the rest zero.
  @inlinable public static var sample: EventKind { EventKind(rawValue: 5) }

  /// Whether events of the kind take the shortest way through a dispatcher: those without a payload,
  /// accelerations and locations.
  @inlinable var isDirect: Bool { rawValue < Self.message.rawValue }

  /// Whether the payload is a ``PayloadReference``.
  @inlinable public var isReference: Bool { rawValue &- Self.message.rawValue < 2 }
}
