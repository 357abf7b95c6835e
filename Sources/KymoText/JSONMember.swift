/// A key of a JSON object and its value.
public struct JSONMember: Equatable, Sendable {
  /// The key.
  public let key: String
  /// The value.
  public let value: JSONText

  /// Pairs a key with its value.
  public init(_ key: String, _ value: JSONText) {
    self.key = key
    self.value = value
  }
}
