public import KymoCore

/// Which fix answers a request.
public enum LocationAcceptor: Sendable, Hashable {
  /// The first fresh one, however inaccurate: what DeviceCatalog did in 2009.
  ///
  /// A fix is fresh if its time is less than `maximumAgeNanoseconds` from now, before or after.
  case firstFresh(maximumAgeNanoseconds: Int64 = usualAgeNanoseconds)
  /// The first fresh one at most `maximumMoveMetres` over ground from the fix before it: what
  /// DeviceCatalog did in 2012. The fix before need not be fresh.
  case settle(maximumAgeNanoseconds: Int64 = usualAgeNanoseconds, maximumMoveMetres: Double = 1)

  /// The age in ns from which on a fix is stale, unless another one is given: five seconds.
  public static var usualAgeNanoseconds: Int64 { 5_000_000_000 }

  /// Why a fix does not answer; nil if it does.
  ///
  /// - Parameters:
  ///   - fix: Any fix; one with coordinates off the globe never settles.
  ///   - previous: The fix that the same request was offered before, or nil.
  ///   - now: The logical time in ns.
  /// - Returns: ``LocationRefusal/stale``, ``LocationRefusal/notSettled`` or nil.
  /// - Complexity: O(1).
  public func refusal(of fix: Location, previous: Location?, at now: Int64) -> LocationRefusal? {
    switch self {
    case .firstFresh(let age):
      return fix.isFresh(at: now, within: age) ? nil : .stale
    case .settle(let age, let move):
      guard fix.isFresh(at: now, within: age) else { return .stale }
      guard let previous, GreatCircle.isWithin(move, previous, fix) else { return .notSettled }
      return nil
    }
  }
}
