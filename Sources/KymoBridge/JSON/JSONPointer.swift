/// The names in a JSON pointer (RFC 6901), and back.
package enum JSONPointer {
  /// The names that a pointer has behind its first slash, without escapes.
  package static func names(_ text: some StringProtocol) -> [String] {
    text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// A name as it stands between the slashes of a pointer.
  package static func escaped(_ name: String) -> String {
    name.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}

extension JSONDocument {
  /// The value that names lead to from the root, of arrays by index; nil if there is none.
  package func value(at names: [String]) -> JSONValue? {
    var value = root
    for name in names {
      let next =
        kind(of: value) == .array
        ? Int(name).flatMap { element($0, of: value) } : member(name, of: value)
      guard let next else { return nil }
      value = next
    }
    return value
  }
}
