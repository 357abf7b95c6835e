/// The parts of a reply that may differ from the captured one.
public struct IgnoredParts: Sendable, Equatable {
  /// Names of header fields, in small letters.
  public var fields: Set<String> = []
  /// JSON pointers to members of bodies, which may differ with all that is in them.
  public var members: Set<String> = []

  /// A text that names no part.
  public struct Problem: Error, Equatable, CustomStringConvertible {
    /// As it was written.
    public let item: String

    /// One line.
    public var description: String {
      "what may differ is header:NAME or json:/POINTER; not '\(item)'"
    }
  }

  /// Nothing.
  public init() {}

  /// Reads lists of `header:NAME` and `json:/POINTER`, with commas between several.
  ///
  /// - Throws: anything else.
  public init(_ lists: [String]) throws(Problem) {
    for item in lists.flatMap({ $0.split(separator: ",") }) {
      if item.hasPrefix("json:/") {
        members.insert(String(item.dropFirst(5)))
      } else if item.lowercased().hasPrefix("header:"), item.count > 7 {
        fields.insert(item.dropFirst(7).lowercased())
      } else {
        throw Problem(item: String(item))
      }
    }
  }
}
