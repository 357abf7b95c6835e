package import KymoBridge

extension JSONDocument {
  /// The string of an object's member; nil if there is none.
  package func text(_ name: String, of value: JSONValue) -> String? {
    member(name, of: value).flatMap { string(of: $0) }
  }

  /// The number at the end of a path of members; nil if there is none.
  package func figure(_ path: String..., of value: JSONValue) -> Double? {
    var value: JSONValue? = value
    for name in path { value = value.flatMap { member(name, of: $0) } }
    return value.flatMap { number(of: $0) }
  }
}
