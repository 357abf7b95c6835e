import Glibc

/// Memory in which a message is put together to be compared with a recorded one.
///
/// SAFETY: `memory` is allocated here and freed in `deinit`; it is lent only within a call, with the count that
/// was filled, and never while it is filled. What is loaded and compared lies within the counts of both.
@safe final class UnsafeMessageScratch {
  private var memory: UnsafeMutableRawBufferPointer
  private var count = 0

  init() { unsafe memory = .allocate(byteCount: 4096, alignment: 64) }

  deinit { unsafe memory.deallocate() }

  /// Forgets what was there, and lets `fill` write so many bytes.
  func put(_ length: Int, _ fill: (inout OutputRawSpan) -> Void) {
    reserve(length)
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<length])
    var output = unsafe OutputRawSpan(buffer: room, initializedCount: 0)
    fill(&output)
    count = unsafe output.finalize(for: room)
  }

  private func reserve(_ length: Int) {
    guard unsafe length > memory.count else { return }
    unsafe memory.deallocate()
    unsafe memory = .allocate(byteCount: 2 * length, alignment: 64)
  }

  /// Takes over a copy.
  func put(_ bytes: RawSpan) {
    reserve(bytes.byteCount)
    count = bytes.byteCount
    unsafe bytes.withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
  }

  /// Whether the bytes are these.
  func isEqual(to bytes: RawSpan) -> Bool {
    guard bytes.byteCount == count else { return false }
    return unsafe bytes.withUnsafeBytes { other in
      guard let start = other.baseAddress, let own = unsafe memory.baseAddress else { return true }
      return unsafe memcmp(start, own, count) == 0
    }
  }

  /// Lends the bytes.
  func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: memory[..<count])))
  }
}
