/// Why a message is not the CDR that its reader expected; offsets count from the end of its header.
public enum CDRError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The first four bytes are not `00 01` and two more: the message is not plain little-endian CDR.
  case encapsulation
  /// A field of so many bytes does not lie within the message.
  case truncated(offset: Int, bytes: Int)
  /// A string that does not end with a zero byte.
  case unterminatedString(offset: Int)
  /// A sequence of more elements than the reader allows.
  case tooMany(offset: Int, elements: Int)

  /// One sentence that says what is wrong, and where.
  public var description: String {
    switch self {
    case .encapsulation: "the message is not plain little-endian CDR"
    case .truncated(let offset, let bytes):
      "a field of \(bytes) bytes at byte \(offset) lies outside the message"
    case .unterminatedString(let offset): "the string at byte \(offset) has no end"
    case .tooMany(let offset, let elements):
      "the sequence at byte \(offset) has \(elements) elements, more than are allowed"
    }
  }
}
