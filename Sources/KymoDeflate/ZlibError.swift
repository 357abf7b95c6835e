/// Why bytes are no zlib stream that can be taken.
public enum ZlibError: Error, Equatable, Sendable, CustomStringConvertible {
  /// They are damaged, cut off, or something else altogether; also if the checksum is wrong.
  case damaged
  /// They expand to more than so many bytes.
  case tooLarge(limit: Int)
  /// The stream ends after so many of the given bytes, and more follow.
  case trailingBytes(streamLength: Int)

  /// The problem, without a subject.
  public var description: String {
    switch self {
    case .damaged: "is not a whole zlib stream"
    case .tooLarge(let limit): "expands to more than \(limit) bytes"
    case .trailingBytes(let length): "ends after \(length) bytes, but more follow"
    }
  }
}
