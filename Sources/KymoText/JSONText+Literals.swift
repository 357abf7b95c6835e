extension JSONText: ExpressibleByDictionaryLiteral {
  /// An object with its members in the order written.
  ///
  /// - Precondition: no key repeats.
  public init(dictionaryLiteral elements: (String, JSONText)...) {
    precondition(Set(elements.map(\.0)).count == elements.count, "a JSON key repeats")
    self = .object(elements.map { JSONMember($0, $1) })
  }
}

extension JSONText: ExpressibleByArrayLiteral {
  /// A list of values.
  public init(arrayLiteral elements: JSONText...) { self = .array(elements) }
}

extension JSONText: ExpressibleByStringInterpolation {
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONText: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONText: ExpressibleByFloatLiteral {
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONText: ExpressibleByBooleanLiteral {
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONText: ExpressibleByNilLiteral {
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
}
