import Glibc

/// File descriptors for the tests.
///
/// SAFETY: the array outlives the call and has the two elements that C fills; the path is a Swift
/// string, which C sees as terminated text for the length of the call.
enum UnsafeDescriptors {
  /// The two ends of a new pipe.
  static func pipe() -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    unsafe Glibc.pipe(&ends)
    return (ends[0], ends[1])
  }

  /// A device that is always full.
  static func fullDisk() -> Int32 { unsafe open("/dev/full", O_WRONLY) }
}
