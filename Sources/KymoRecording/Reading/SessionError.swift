public import KymoMCAP

/// Why a session cannot be read or played.
public enum SessionError: Error, Sendable, CustomStringConvertible {
  /// The file itself is at fault.
  case file(MCAPError)
  /// The file is whole, but no session that can be played: what is wrong, and what to do.
  case content(String)

  /// One line; the caller adds the file's name.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .content(let problem): problem
    }
  }
}
