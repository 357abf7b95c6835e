extension JSONText: ExpressibleByDictionaryLiteral {
  /// An object with its members in the order written.
  ///
  /// - Precondition: no key repeats.
  init(dictionaryLiteral elements: (String, JSONText)...) {
    precondition(Set(elements.map(\.0)).count == elements.count, "a JSON key repeats")
    self = .object(elements.map { JSONMember($0, $1) })
  }
}

extension JSONText: ExpressibleByArrayLiteral {
  /// A list of values.
  init(arrayLiteral elements: JSONText...) { self = .array(elements) }
}

extension JSONText: ExpressibleByStringInterpolation {
  /// Text.
  init(stringLiteral value: String) { self = .string(value) }
}

extension JSONText: ExpressibleByIntegerLiteral {
  /// A whole number.
  init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONText: ExpressibleByFloatLiteral {
  /// A number.
  init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONText: ExpressibleByBooleanLiteral {
  /// A truth value.
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONText: ExpressibleByNilLiteral {
  /// `null`.
  init(nilLiteral: ()) { self = .null }
}
