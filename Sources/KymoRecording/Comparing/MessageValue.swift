/// The value of one field of a message.
public enum MessageValue: Sendable, Equatable {
  /// A whole number.
  case integer(Int64)
  /// A whole number beyond the largest `Int64`.
  case unsigned(UInt64)
  /// A number; equal are those of the same bits.
  case number(UInt64)
  /// A truth value.
  case bool(Bool)
  /// A text.
  case text(String)
  /// Bytes that nothing describes.
  case bytes([UInt8])
  /// Null of JSON.
  case null

  /// A number by its value.
  static func number(_ value: Double) -> MessageValue { .number(value.bitPattern) }

  /// The value as a number; nil if it is none.
  var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .number(let bits): Double(bitPattern: bits)
    default: nil
    }
  }

  /// How far two numbers are apart; infinite if that is no number, and nil if one of them is none.
  func distance(to other: MessageValue) -> Double? {
    guard let left = double, let right = other.double else { return nil }
    let distance = abs(left - right)
    return distance.isFinite ? distance : .infinity
  }

  /// The value as people read it; a long text or many bytes are cut.
  public var shown: String {
    switch self {
    case .integer(let value): String(value)
    case .unsigned(let value): String(value)
    case .number(let bits): "\(Double(bitPattern: bits))"
    case .bool(let value): String(value)
    case .text(let text):
      "\"" + (text.count > Self.shownLength ? text.prefix(Self.shownLength) + "…" : text[...])
        + "\""
    case .bytes(let bytes):
      "\(bytes.count) bytes: "
        + bytes.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        .joined(separator: " ") + (bytes.count > 16 ? " …" : "")
    case .null: "null"
    }
  }

  /// How many characters of a text are shown.
  private static var shownLength: Int { 200 }
}
