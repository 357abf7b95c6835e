/// Why a recording could not be read or written, and where in the file.
///
/// The name of the file is not in it: who opened the file adds it.
public struct MCAPError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A kind of failure, for code that decides.
  public enum Kind: Equatable, Sendable {
    /// A system call failed with this `errno`.
    case system(Int32)
    /// The file ends before the record does.
    case truncated
    /// The file does not start or end as an MCAP file does.
    case magic
    /// A field contradicts the format.
    case malformed
    /// A length is larger than the reader's limits.
    case limit
    /// A checksum does not match.
    case checksum
    /// A valid file that needs something which this reader does not have.
    case unsupported
    /// Two different definitions share one id.
    case conflict
    /// An index points at something else than it says.
    case index
  }

  /// The kind of failure.
  public let kind: Kind
  /// Bytes from the start of the file to the place of the trouble.
  public let offset: UInt64
  /// One line for people; it names the record and the byte.
  public let message: String

  /// Describes a failure at a byte of the file.
  public init(_ kind: Kind, at offset: UInt64, _ message: String) {
    self.kind = kind
    self.offset = offset
    self.message = message
  }

  /// The one line for people.
  public var description: String { message }

  package static func record(
    _ kind: Kind,
    _ what: String,
    at offset: UInt64,
    _ problem: String
  ) -> MCAPError {
    MCAPError(kind, at: offset, "\(what) at byte \(offset): \(problem)")
  }

  static func checksum(_ what: String, at offset: UInt64, is found: UInt32, says: UInt32)
    -> MCAPError
  {
    let problem = "CRC-32 is \(hexadecimal(found)), the file says \(hexadecimal(says))"
    return record(.checksum, what, at: offset, problem)
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
