import Glibc

/// Two ends of a connection, which never block.
///
/// SAFETY: the array has room for the two numbers that the system writes.
struct UnsafeSocketPair {
  let one: Int32
  let other: Int32

  /// Nil if the system has none to give.
  init?() {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    (one, other) = (ends[0], ends[1])
  }
}
