/// A field of a header.
public struct HTTPField: Equatable, Sendable {
  /// The name, in the letters of whoever sent it; case does not matter.
  public var name: String
  /// The value, without line breaks; several fields of one name may be one, with commas between their values.
  public var value: String

  /// Puts a field together.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether it has a name, in capitals or not (RFC 9110 5.1).
  ///
  /// - Complexity: O(bytes), without allocation.
  public func isNamed(_ name: String) -> Bool {
    HTTPGrammar.isEqual(self.name.utf8, name.utf8)
  }

  /// Whether a line can be made of it: the name is a token, and the value has no control character but tabs.
  package var isSound: Bool {
    HTTPGrammar.isToken(name) && value.utf8.allSatisfy { HTTPGrammar.isText($0) }
  }
}

extension [HTTPField] {
  /// The value of the first field of a name, whatever its letter case; nil if there is none.
  public func value(of name: String) -> String? {
    first { $0.isNamed(name) }?.value
  }
}
