/// A value of JavaScript, as native code sees it.
public enum ScriptValue {
  /// `undefined`.
  case undefined
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number.
  case number(Double)
  /// A text; a lone surrogate, which has no UTF-8, becomes U+FFFD.
  case string(String)
  /// Anything else: objects, arrays, dates, functions; symbols and big integers as objects that wrap them.
  case object(ScriptObject)

  /// The text, if it is one.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The number, if it is one.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The boolean, if it is one.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The object, if it is one.
  public var object: ScriptObject? { if case .object(let object) = self { object } else { nil } }
  /// Whether it is `undefined`.
  public var isUndefined: Bool { if case .undefined = self { true } else { false } }
  /// Whether it is `undefined` or `null`.
  public var isNothing: Bool {
    switch self {
    case .undefined, .null: true
    default: false
    }
  }
}

extension ScriptValue: Equatable {
  /// Like `===`: objects are equal if they are the same, NaN is not equal to itself.
  public static func == (one: ScriptValue, other: ScriptValue) -> Bool {
    switch (one, other) {
    case (.undefined, .undefined), (.null, .null): true
    case (.boolean(let one), .boolean(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }
}

extension ScriptValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
