public import KymoCore

/// The location, asked through the phone.
///
/// A call from another module that changes ``location`` itself has its accesses tracked while it runs, which takes
/// some forty instructions each; within this module the compiler sees that there is nothing to track.
extension Phone {
  /// The beginning of a request for the location.
  public struct LocationBeginning: Sendable {
    /// The end of a former request whose time was over; nil if there was none.
    public let ended: LocationAnswer?
    /// When the request that has begun is over, in ns; nil if it joined one that was running.
    public let deadline: Int64?
  }

  /// Ends a request whose time is over, and asks for the location: ``LocationManager/request(cause:at:)``.
  ///
  /// - Parameters:
  ///   - cause: whatever finds the asker again.
  ///   - now: the logical time in ns.
  /// - Returns: what has ended with it, and until when it runs.
  public func requestLocation(cause: UInt64?, at now: Int64) -> LocationBeginning {
    let ended = location.expire(at: now)
    let request = location.request(cause: cause, at: now)
    return LocationBeginning(
      ended: ended,
      deadline: request == .started ? location.deadline : nil
    )
  }

  /// Delivers a fix: ``LocationManager/deliver(_:at:)``.
  public func deliver(_ fix: Location, at now: Int64) -> LocationDelivery {
    location.deliver(fix, at: now)
  }

  /// Ends a request whose time is over: ``LocationManager/expire(at:)``.
  public func expireLocation(at now: Int64) -> LocationAnswer? { location.expire(at: now) }
}
