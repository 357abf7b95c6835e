/// The type of a method's parameter or result, as far as scripts can tell.
public enum WebType: Sendable, Equatable {
  /// Any object: the value as it is.
  case object
  /// A whole number of that many bits, 8 to 64.
  case integer(bits: Int)
  /// A whole number of that many bits that is not negative, 8 to 64.
  case unsigned(bits: Int)
  /// A number of single precision.
  case float
  /// A number of double precision.
  case double
  /// A truth value of C99.
  case boolean
  /// No result.
  case void
  /// A structure, which scripts cannot give or get: a method with one is not exported.
  case structure
  /// A pointer, likewise.
  case pointer

  /// Whether a method may have it.
  var isExported: Bool { self != .structure && self != .pointer }

  /// A value as this type: scalars from numbers, texts and truth values, else 0.
  ///
  /// A text counts as the number that JavaScript reads in it; what is no number is 0 as a whole number.
  func cast(_ value: WebValue, number: (String) -> Double) -> WebValue {
    if self == .object { return value }
    if self == .void { return .undefined }
    let numeric: Double =
      switch value {
      case .number(let value): value
      case .boolean(let value): value ? 1 : 0
      case .string(let text): number(text)
      default: 0
      }
    return switch self {
    case .integer(let bits): .number(Self.truncate(numeric, bits: bits, isSigned: true))
    case .unsigned(let bits): .number(Self.truncate(numeric, bits: bits, isSigned: false))
    case .float: .number(Double(Float(numeric)))
    case .boolean: .boolean(numeric != 0 && !numeric.isNaN)
    default: .number(numeric)
    }
  }

  /// A number without its fraction, and of that without what has no room in the bits, as in a cast.
  private static func truncate(_ value: Double, bits: Int, isSigned: Bool) -> Double {
    guard value.isFinite else { return 0 }
    let whole = value.rounded(.towardZero)
    let modulus = Double(sign: .plus, exponent: bits, significand: 1)
    var rest = whole.truncatingRemainder(dividingBy: modulus)
    if isSigned {
      if rest >= modulus / 2 { rest -= modulus } else if rest < -modulus / 2 { rest += modulus }
    } else if rest < 0 {
      rest += modulus
    }
    return rest + 0
  }
}
