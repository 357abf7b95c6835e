public import KymoMCAP

/// Whether a replay is what its recording says: the one answer to ask for.
public enum Verification: Sendable {
  /// Nothing differs.
  ///
  /// - Parameters:
  ///   - steps: how many steps were compared with the trace one by one; 0 if the recording has none, and its
  ///     digest alone agrees.
  ///   - proof: how much was compared.
  case identical(steps: UInt64, proof: Proof = .everything)
  /// Nothing differs but what was declared that it may: which fields, and by how much.
  ///
  /// - Parameters:
  ///   - steps: as of ``identical(steps:proof:)``.
  ///   - proof: how much was compared.
  case equalWithin(steps: UInt64, [FieldDifference], proof: Proof = .everything)
  /// Something differs: the first step that does, or nil if it is no step, or not known which; and all fields
  /// that do, which of a recording of version 1 are not known.
  case differs(Divergence?, [FieldDifference] = [])
  /// The recording cannot be read to its end: why.
  case unreadable(MCAPError)
  /// Nothing can be said: why.
  case notCompared(Reason)

  /// How much an agreement proves.
  public enum Proof: Sendable, Equatable {
    /// All that the recording holds: inputs, steps, replies, counters, metadata, schemas, and what is derived.
    case everything
    /// As much as there is of a recording that was never finished, or has lost its closing metadata.
    ///
    /// - Parameters:
    ///   - missing: how many steps of the replay are not in it.
    ///   - uncompared: the fields that nobody can compare any more, such as `metadata.digest`, and those of which
    ///     nothing vouches that they are as they were written, such as `metadata.origin`.
    case untilItsEnd(missing: UInt64, uncompared: [String])
    /// The digest of each step, or of all: recordings of version 1 have no more.
    case digests
    /// The inputs, steps and replies up to the place where the replay of a part has ended; not what follows, and not
    /// what the recording says of the whole: the last digest, counters, metadata.
    case part
  }

  /// Why nothing was compared.
  public enum Reason: Sendable, Equatable {
    /// The recording has neither digest nor trace.
    case nothingRecorded
    /// The replay was stopped early.
    case interrupted
  }

  /// Whether the replay is what the recording says: only if everything was compared and agrees, or differs by no
  /// more than was declared.
  public var holds: Bool {
    switch self {
    case .identical(_, .untilItsEnd), .equalWithin(_, _, .untilItsEnd): false
    case .identical, .equalWithin: true
    default: false
    }
  }

  /// How much an agreement proves; nil if there is none.
  public var proof: Proof? {
    switch self {
    case .identical(_, let proof), .equalWithin(_, _, let proof): proof
    default: nil
    }
  }

  /// Whether the replay is known to differ.
  public var hasDiverged: Bool {
    if case .differs = self { return true }
    return false
  }

  /// The first step that differs, if it is known.
  public var divergence: Divergence? {
    if case .differs(let divergence, _) = self { return divergence }
    return nil
  }

  /// The fields that differ, allowed or not.
  public var differences: [FieldDifference] {
    switch self {
    case .differs(_, let fields), .equalWithin(_, let fields, _): fields
    default: []
    }
  }
}
