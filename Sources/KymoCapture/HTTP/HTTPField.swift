/// A field of a header.
public struct HTTPField: Equatable, Sendable {
  /// The name, in the letters of whoever sent it.
  public var name: String
  /// The value; several fields of one name are one, with commas between their values.
  public var value: String

  /// Puts a field together.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HTTPField] {
  /// The value of the first field of a name, whatever its letter case; nil if there is none.
  public func value(of name: String) -> String? {
    let wanted = name.lowercased()
    return first { $0.name.lowercased() == wanted }?.value
  }
}
