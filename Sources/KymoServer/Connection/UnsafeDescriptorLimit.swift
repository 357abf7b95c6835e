import Glibc

/// How many descriptors this process may have.
///
/// SAFETY: both calls read or write one local of the type that they are told.
enum UnsafeDescriptorLimit {
  /// Makes room for so many, as far as the system lets this process go.
  ///
  /// - Returns: how many there may be.
  static func raise(to count: Int) -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return count
    }
    if limit.rlim_cur < rlim_t(count) {
      var raised = limit
      raised.rlim_cur = min(rlim_t(count), limit.rlim_max)
      if unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 {
        limit = raised
      }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
