import Glibc

/// The time of day, for reports that say when; never for results.
///
/// SAFETY: `clock_gettime` writes into a local.
package enum UnsafeWallClock {
  /// Nanoseconds since the epoch.
  ///
  /// If `SOURCE_DATE_EPOCH` holds seconds, it is that moment, so that reports can be reproduced.
  package static func nanoseconds() -> Int64 {
    if let fixed = UnsafeSystem.environment("SOURCE_DATE_EPOCH").flatMap({ Int64($0) }),
      0..<(Int64.max / 1_000_000_000) ~= fixed
    {
      return fixed * 1_000_000_000
    }
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
