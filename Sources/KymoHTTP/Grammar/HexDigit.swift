/// Hexadecimal digits.
public enum HexDigit {
  /// The value of a digit of either case, or nil.
  @inlinable @inline(__always)
  public static func value(of byte: UInt8) -> UInt8? {
    let value = valueOrMore(of: byte)
    return value < 16 ? value : nil
  }

  /// The value of two digits, or nil.
  @inlinable @inline(__always)
  public static func value(of high: UInt8, _ low: UInt8) -> UInt8? {
    let high = valueOrMore(of: high)
    let low = valueOrMore(of: low)
    return high | low < 16 ? high << 4 | low : nil
  }

  /// The value of a digit, or 255; selects, as which digits come cannot be foreseen.
  @inlinable @inline(__always)
  static func valueOrMore(of byte: UInt8) -> UInt8 {
    let digit = byte &- UInt8(ascii: "0")
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return digit < 10 ? digit : letter < 6 ? letter &+ 10 : 255
  }

  /// The digits of values, in capitals: escapes of URLs (RFC 3986 2.1).
  package static let capitals = Array("0123456789ABCDEF".utf8)
}
