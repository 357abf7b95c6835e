/// Why bytes are no histogram, and where that shows.
public struct HistogramDecodingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sorts of trouble.
  public enum Kind: Sendable, Equatable {
    /// The bytes end before the histogram does.
    case truncated
    /// The histogram ends before the bytes do.
    case trailingBytes
    /// The first four bytes are not those of a histogram.
    case cookie
    /// The settings in the header describe no histogram, or a larger one than is allowed.
    case layout
    /// A length in the header cannot be true.
    case length
    /// A count is negative, lies beyond the last bucket, or lifts the total to 2⁶³.
    case count
    /// The compressed part cannot be expanded.
    case compression
    /// The header asks for something that exists but is not understood here.
    case unsupported
  }

  /// The kind of trouble.
  public var kind: Kind
  /// Where it is, in bytes from the start.
  public var offset: Int
  /// Whether ``offset`` counts from the start of what the compressed part expands to.
  public var isInCompressedPart: Bool
  /// The problem, with its values.
  public var message: String

  /// Names a trouble and its place.
  public init(_ kind: Kind, at offset: Int, isInCompressedPart: Bool = false, _ message: String) {
    self.kind = kind
    self.offset = offset
    self.isInCompressedPart = isInCompressedPart
    self.message = message
  }

  /// Place and message in one line.
  public var description: String {
    "byte \(offset)\(isInCompressedPart ? " of the compressed part" : ""): \(message)"
  }
}
