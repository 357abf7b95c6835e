extension JSONDocument {
  /// The kind of a value.
  ///
  /// - Complexity: O(1).
  public func kind(of value: JSONValue) -> JSONKind {
    check(value)
    if state == .text { return .string }
    return switch Self.type(of: word(value.position)) {
    case UInt8(ascii: "n"): .null
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "l"): .integer
    case UInt8(ascii: "u"): .unsigned
    case UInt8(ascii: "d"): .double
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "{"): .object
    default: .string
    }
  }

  /// A truth value; nil if the value is none.
  public func bool(of value: JSONValue) -> Bool? {
    guard kind(of: value) == .bool else { return nil }
    return Self.type(of: word(value.position)) == UInt8(ascii: "t")
  }

  /// A whole number within Int64; nil if the value is none.
  public func integer(of value: JSONValue) -> Int64? {
    guard kind(of: value) == .integer else { return nil }
    return Int64(bitPattern: word(value.position + 1))
  }

  /// A whole number within UInt64; nil if the value is none.
  public func unsigned(of value: JSONValue) -> UInt64? {
    switch kind(of: value) {
    case .unsigned: word(value.position + 1)
    case .integer: UInt64(exactly: Int64(bitPattern: word(value.position + 1)))
    default: nil
    }
  }

  /// Any number as a double, rounded if it is a whole one beyond 2⁵³; nil if the value is none.
  public func number(of value: JSONValue) -> Double? {
    switch kind(of: value) {
    case .double: Double(bitPattern: word(value.position + 1))
    case .integer: Double(Int64(bitPattern: word(value.position + 1)))
    case .unsigned: Double(word(value.position + 1))
    default: nil
    }
  }

  /// A string as a `String`, which is allocated; nil if the value is none.
  public func string(of value: JSONValue) -> String? {
    withText(of: value) { String(copying: $0) }
  }

  /// How many elements an array or members an object has; 0 for everything else.
  ///
  /// - Complexity: O(1) below 2²⁴ of them.
  public func count(of value: JSONValue) -> Int {
    guard let word = container(value) else { return 0 }
    // simdjson has 24 bits for the count and stops there.
    let count = Int(truncatingIfNeeded: word >> 32 & 0xFF_FFFF)
    guard count == 0xFF_FFFF else { return count }
    var cursor = cursor(over: value)
    var parts = 0
    while cursor.next(in: self) != nil { parts += 1 }
    return Self.type(of: word) == UInt8(ascii: "{") ? parts / 2 : parts
  }

  /// Goes through an array or an object; through nothing if the value is neither.
  public func cursor(over value: JSONValue) -> JSONCursor {
    guard let word = container(value) else {
      return JSONCursor(position: 0, end: 0, generation: generation)
    }
    return JSONCursor(
      position: value.position + 1,
      end: UInt32(truncatingIfNeeded: word) - 1,
      generation: generation
    )
  }

  /// The word that an array or an object begins with; nil for every other value.
  @inline(__always)
  private func container(_ value: JSONValue) -> UInt64? {
    check(value)
    if state == .text { return nil }
    let word = word(value.position)
    let type = Self.type(of: word)
    return type == UInt8(ascii: "[") || type == UInt8(ascii: "{") ? word : nil
  }

  /// Goes through one value only.
  func cursor(at value: JSONValue) -> JSONCursor {
    JSONCursor(position: value.position, end: value.position + 1, generation: generation)
  }

  /// An element of an array; nil if there is none.
  ///
  /// - Complexity: O(index).
  public func element(_ index: Int, of value: JSONValue) -> JSONValue? {
    guard index >= 0, kind(of: value) == .array else { return nil }
    var cursor = cursor(over: value)
    for _ in 0..<index where cursor.next(in: self) == nil { return nil }
    return cursor.next(in: self)
  }

  /// The value of an object's member; of several of one name the last, as in JavaScript; nil if none.
  ///
  /// - Complexity: O(members).
  public func member(_ name: String, of value: JSONValue) -> JSONValue? {
    guard kind(of: value) == .object else { return nil }
    var cursor = cursor(over: value)
    var found: JSONValue?
    while let member = cursor.nextMember(in: self) {
      if isText(of: member.name, equalTo: name) { found = member.value }
    }
    return found
  }

  /// Whether a value is a string of the same scalars as `text`.
  public func isText(of value: JSONValue, equalTo text: String) -> Bool {
    withText(of: value) { own in
      own.withBytes { own in
        let other = text.utf8.span
        return own.count == other.count && own.starts(with: other)
      }
    } ?? false
  }
}
