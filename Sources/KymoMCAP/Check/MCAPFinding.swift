/// Something in a file that the format forbids or advises against, or that is unusual, and where it is.
public struct MCAPFinding: Sendable, Equatable {
  /// How grave it is.
  public enum Severity: String, Sendable, CaseIterable {
    /// The format forbids it: some reader will refuse the file, or read something else.
    case error
    /// The format allows it, but some reader will miss something, or damage could go unseen.
    case warning
    /// The format allows it, and nothing is missed, but hardly any writer does it.
    case unusual
  }

  /// How grave it is.
  public let severity: Severity
  /// The problem: its kind, the byte of the file, and one line that names the record and the byte.
  public let problem: MCAPError
  /// The byte among the uncompressed records of the chunk at the problem's offset; nil if it lies in no
  /// compressed chunk, so that the offset alone says where.
  public let offsetInChunk: UInt64?

  /// Describes what was found.
  public init(_ severity: Severity, _ problem: MCAPError, offsetInChunk: UInt64? = nil) {
    self.severity = severity
    self.problem = problem
    self.offsetInChunk = offsetInChunk
  }
}
