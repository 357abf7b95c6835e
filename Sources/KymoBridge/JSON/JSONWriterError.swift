/// Why what was written is not complete.
public enum JSONWriterError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text is longer than the buffer.
  case full(limit: Int)
  /// More open containers than the limit.
  case tooDeep(limit: Int)
  /// More members of open objects with sorted names than the limit.
  case tooManyMembers(limit: Int)

  /// One sentence that says which limit was reached.
  public var description: String {
    switch self {
    case .full(let limit): "the text is longer than \(limit) bytes"
    case .tooDeep(let limit): "more than \(limit) containers are open"
    case .tooManyMembers(let limit): "more than \(limit) members are being sorted"
    }
  }
}
