/// The opinion of a format on a file, from its name and its first bytes.
public enum ImportRecognition: Sendable, Equatable {
  /// How sure a format is; the surest one gets the file, the first in the list among equals.
  public enum Confidence: Int, Sendable, Comparable {
    /// The name or the extension alone speak for it.
    case possible
    /// The content looks like it, as that of other formats may.
    case likely
    /// A signature, or names of columns that nothing else has.
    case certain

    /// Compares by how sure.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The content of a file of the format.
  public enum Content: Sendable, Equatable {
    /// Rows that become events.
    case rows
    /// Something about the recording, or about the rows of other files.
    case facts
    /// Nothing that is imported: no more than its first bytes are read.
    case nothing
  }

  /// Not of this format; what is there instead, such as `unknown columns a, b`, or nil.
  case unknown(found: String?)
  /// Of this format by name, and without rows.
  case empty
  /// Of this format by name, and impossible to read.
  case unreadable(ImportError)
  /// Of this format, and why: one phrase for the user.
  case known(Confidence, Content, reason: String)
}
