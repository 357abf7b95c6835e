/// A figure that was counted, or why there is none; never a 0 that was not counted.
public enum CountOrReason: Sendable, Equatable {
  /// So many.
  case counted(Int64)
  /// It could not be counted; half a sentence says why.
  case unavailable(String)

  /// The number; nil if it could not be had.
  public var count: Int64? {
    if case .counted(let count) = self { count } else { nil }
  }

  /// Why there is no number; nil if there is one.
  public var reason: String? {
    if case .unavailable(let reason) = self { reason } else { nil }
  }
}
