import KymoCore
import KymoMCAP

/// Reads the messages of known channels: four bytes of encapsulation, then fields of little-endian CDR.
enum ExportReading {
  /// Whether a message has so many doubles.
  @inline(__always) static func has(_ doubles: Int, _ data: RawSpan) -> Bool {
    data.byteCount >= 4 + 8 * doubles && data.load(at: 0, as: UInt16.self) == 0x100
  }

  /// One of the doubles that a message has.
  @inline(__always) static func double(_ place: Int, _ data: RawSpan) -> Double {
    data.loadDouble(at: 4 + 8 * place)
  }

  /// Reads an acceleration; nil if it is none.
  static func acceleration(_ data: RawSpan) -> Acceleration? {
    guard has(3, data) else { return nil }
    return Acceleration(x: double(0, data), y: double(1, data), z: double(2, data))
  }

  /// Reads a fix; nil if it is none.
  static func location(_ data: RawSpan) -> Location? {
    guard has(6, data) else { return nil }
    func float(_ place: Int) -> Float { Float(bitPattern: data.load(at: 28 + 4 * place)) }
    return Location(
      latitude: double(0, data),
      longitude: double(1, data),
      altitude: double(2, data),
      horizontalAccuracy: float(0),
      verticalAccuracy: float(1),
      speed: float(2),
      course: float(3),
      fixTimestamp: data.load(at: 44)
    )
  }

  /// Reads a fix that has a place on Earth; nil if it has none.
  static func fix(_ data: RawSpan) -> Location? {
    guard let fix = location(data), abs(fix.latitude) <= 90, abs(fix.longitude) <= 180 else {
      return nil
    }
    return fix
  }
}
