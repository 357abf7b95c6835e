public import KymoCore

/// The end of a request for the location.
public struct LocationAnswer: Sendable {
  /// The fix, or nil if none was accepted in time.
  public var fix: Location?
  /// The cause that the first request gave.
  public var cause: UInt64?
  /// How many further requests this answers, 0 and up.
  public var coalesced: UInt64
}
