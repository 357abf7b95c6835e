import Glibc
import KymoHistogram

/// Reads the counts of a timeline while the thread of the run goes on counting.
///
/// The system copies them out of this process's own memory: the thread of the run is not asked, does nothing, and knows
/// nothing of it. A count may be that of a moment ago, which is good enough to look at.
///
/// The corresponding C functions are `open`, `pread` and `close`.
///
/// SAFETY: `pread` of `/proc/self/mem` writes at most as many bytes into the array as are asked for, which it has. What it
/// reads is an address and no pointer: one at which nothing is makes the call fail. The type is noncopyable, so that the
/// descriptor is closed once.
@safe struct UnsafeTimelineReader: ~Copyable {
  private let window: TimelineWindow
  private let descriptor: CInt
  private var words: [UInt32]

  /// Makes room for the counts.
  init(_ window: TimelineWindow) {
    self.window = window
    descriptor = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    words = Array(repeating: 0, count: window.intervalCount * window.layout.bucketCount)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// How many response times there were in each bucket since the start; nil if the system does not let us look.
  mutating func counts() -> [Int64]? {
    guard descriptor >= 0, let place = off_t(exactly: window.address) else { return nil }
    let size = words.count * MemoryLayout<UInt32>.size
    let length = unsafe words.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, size, place)
    }
    guard length == size else { return nil }
    let width = window.layout.bucketCount
    var sums = [Int64](repeating: 0, count: width)
    for interval in 0..<window.intervalCount {
      for index in 0..<width { sums[index] += Int64(words[interval * width + index]) }
    }
    return sums
  }
}
