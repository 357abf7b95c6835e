/// A key of a JSON object and its value.
struct JSONMember: Equatable, Sendable {
  /// The key.
  let key: String
  /// The value.
  let value: JSONText

  /// Pairs a key with its value.
  init(_ key: String, _ value: JSONText) {
    self.key = key
    self.value = value
  }
}
