public import KymoMCAP

/// Whether a replay is what its recording says: the one answer to ask for.
public enum Verification: Sendable {
  /// Nothing differs.
  ///
  /// - Parameter steps: how many steps were held against the trace one by one; 0 if the recording has none,
  ///   and its digest alone agrees.
  case identical(steps: UInt64)
  /// Something differs: the first step that does, or nil if the recording has a digest but no trace.
  case differs(Divergence?)
  /// The trace cannot be read to its end: why.
  case unreadable(MCAPError)
  /// Nothing can be said: why.
  case notCompared(Reason)

  /// Why nothing was compared.
  public enum Reason: Sendable, Equatable {
    /// The recording has neither digest nor trace.
    case nothingRecorded
    /// The replay was stopped early.
    case interrupted
  }

  /// Whether the replay is what the recording says: only if everything was compared and agrees.
  public var holds: Bool {
    if case .identical = self { return true }
    return false
  }

  /// Whether the replay is known to differ.
  public var hasDiverged: Bool {
    if case .differs = self { return true }
    return false
  }

  /// The first step that differs, if it is known.
  public var divergence: Divergence? {
    if case .differs(let divergence) = self { return divergence }
    return nil
  }
}
