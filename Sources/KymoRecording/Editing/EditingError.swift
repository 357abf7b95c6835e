public import KymoMCAP

/// Why a recording could not be made out of others.
public enum EditingError: Error, Sendable {
  /// A source, by its number from 0, cannot be read, or does not fit.
  case source(Int, SessionError)
  /// The new recording cannot be written.
  case output(MCAPError)
}
