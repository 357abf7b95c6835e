/// A line of the header of a request or a response.
public struct FetchField: Sendable, Equatable {
  /// Its name, of which case does not matter.
  public var name: String
  /// Its value.
  public var value: String

  /// A line.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [FetchField] {
  /// The value of the first line of that name, in capitals or not; nil if there is none.
  public func value(of name: String) -> String? {
    let name = name.lowercased()
    return first { $0.name.lowercased() == name }?.value
  }
}
