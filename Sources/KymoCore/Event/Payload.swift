/// The 48 bytes an event or a reply carries, as six words.
///
/// Typed views are computed: an ``Acceleration`` is words 0 to 2, a ``Location`` all six, a
/// ``PayloadReference`` the first two, a sample as many as its channel says. On the little-endian machines this runs on, the bytes in memory are
/// the CDR body of the recorded message, so that recording copies and never converts.
@frozen public struct Payload: BitwiseCopyable, Sendable, Equatable {
  /// Bytes 0 to 7.
  public var word0: UInt64
  /// Bytes 8 to 15.
  public var word1: UInt64
  /// Bytes 16 to 23.
  public var word2: UInt64
  /// Bytes 24 to 31.
  public var word3: UInt64
  /// Bytes 32 to 39.
  public var word4: UInt64
  /// Bytes 40 to 47.
  public var word5: UInt64

  /// Forty-eight zero bytes.
  @inlinable public init() {
    word0 = 0
    word1 = 0
    word2 = 0
    word3 = 0
    word4 = 0
    word5 = 0
  }

  /// The payload of an accelerometer sample.
  @inlinable public init(_ acceleration: Acceleration) {
    word0 = acceleration.x.bitPattern
    word1 = acceleration.y.bitPattern
    word2 = acceleration.z.bitPattern
    word3 = 0
    word4 = 0
    word5 = 0
  }

  /// The payload of a location fix.
  @inlinable public init(_ location: Location) {
    word0 = location.latitude.bitPattern
    word1 = location.longitude.bitPattern
    word2 = location.altitude.bitPattern
    word3 = Self.pack(location.horizontalAccuracy, location.verticalAccuracy)
    word4 = Self.pack(location.speed, location.course)
    word5 = UInt64(bitPattern: location.fixTimestamp)
  }

  /// The payload of a message or of data that lies in an arena.
  @inlinable public init(_ reference: PayloadReference) {
    self.init()
    word0 = reference.offset
    word1 = UInt64(reference.length) | UInt64(reference.tag) << 32
  }

  /// The first 24 bytes as an acceleration; meaningful for ``EventKind/acceleration``.
  @inlinable public var acceleration: Acceleration {
    Acceleration(
      x: Double(bitPattern: word0),
      y: Double(bitPattern: word1),
      z: Double(bitPattern: word2)
    )
  }

  /// All 48 bytes as a location; meaningful for ``EventKind/location``.
  @inlinable public var location: Location {
    Location(
      latitude: Double(bitPattern: word0),
      longitude: Double(bitPattern: word1),
      altitude: Double(bitPattern: word2),
      horizontalAccuracy: Self.low(word3),
      verticalAccuracy: Self.high(word3),
      speed: Self.low(word4),
      course: Self.high(word4),
      fixTimestamp: Int64(bitPattern: word5)
    )
  }

  /// The first 16 bytes as a place in an arena; meaningful for ``EventKind/message`` and ``EventKind/data``.
  @inlinable public var reference: PayloadReference {
    PayloadReference(
      offset: word0,
      length: UInt32(truncatingIfNeeded: word1),
      tag: UInt32(truncatingIfNeeded: word1 >> 32)
    )
  }

  @inlinable static func pack(_ low: Float, _ high: Float) -> UInt64 {
    UInt64(low.bitPattern) | UInt64(high.bitPattern) << 32
  }

  @inlinable static func low(_ word: UInt64) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: word))
  }

  @inlinable static func high(_ word: UInt64) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: word >> 32))
  }
}
