/// A value on the native side of ``WebScriptObject``, as the phone's web view has them.
public enum WebValue {
  /// JavaScript's `undefined`: the singleton of its own, which is not nothing.
  case undefined
  /// Nothing: what JavaScript's `null` becomes; becomes `undefined`.
  case nothing
  /// The object that stands for nothing within collections; becomes `null`.
  case null
  /// A truth value.
  case boolean(Bool)
  /// A number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list of native code: scripts see an object like an array, which they cannot change.
  case array([WebValue])
  /// An object of JavaScript: arrays, dates and functions too.
  case script(WebScriptObject)
  /// An object of native code that scripts may use.
  case native(any WebScriptable)
  /// An object of native code that scripts may hold and print, and nothing else.
  case opaque(WebOpaqueObject)

  /// The text, if it is one.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The number, if it is one.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The truth value, if it is one.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The list, if it is one.
  public var array: [WebValue]? { if case .array(let values) = self { values } else { nil } }
  /// The object of JavaScript, if it is one.
  public var script: WebScriptObject? { if case .script(let object) = self { object } else { nil } }
  /// The object of native code, if it is one.
  public var native: (any WebScriptable)? {
    if case .native(let object) = self { object } else { nil }
  }
  /// Whether it is `undefined`.
  public var isUndefined: Bool { if case .undefined = self { true } else { false } }
  /// Whether it is nothing.
  public var isNothing: Bool { if case .nothing = self { true } else { false } }
}

extension WebValue: Equatable {
  /// Whether they are the same: objects by identity, lists by their elements, NaN not even to itself.
  public static func == (one: WebValue, other: WebValue) -> Bool {
    switch (one, other) {
    case (.undefined, .undefined), (.nothing, .nothing), (.null, .null): true
    case (.boolean(let one), .boolean(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.array(let one), .array(let other)): one == other
    case (.script(let one), .script(let other)): one == other
    case (.native(let one), .native(let other)): one === other
    case (.opaque(let one), .opaque(let other)): one === other
    default: false
    }
  }
}

extension WebValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A list.
  public init(arrayLiteral elements: WebValue...) { self = .array(elements) }
}
