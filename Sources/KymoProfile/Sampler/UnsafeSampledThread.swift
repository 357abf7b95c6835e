import CSampler
import Glibc

/// A thread whose stack is looked at in equal periods, by a signal handler of its own.
///
/// SAFETY: `handle` comes from `kymo_sampler_open` and is given back once, in `deinit`; what it points to is never
/// freed. `header`, `frames`, `registers` and `copy` have the lengths that the C functions fill, and a label is written by the
/// sampled thread alone. What is static in C is one for each file of objects: the functions that use it are not inlined
/// into other files.
@safe final class SampledThread {
  /// How many words a thread's ring has: some 100,000 samples of a usual depth, or 4,000 with copies of stacks.
  ///
  /// Memory that no sample has reached is not there yet.
  static let ringWords = 1 << 22

  /// Its number in the kernel.
  let identifier: Int
  private let handle: UnsafeMutablePointer<kymo_sampled_thread>
  private let header: UnsafeMutablePointer<UInt64>
  private let frames: UnsafeMutablePointer<UInt64>
  private let registers: UnsafeMutablePointer<UInt64>
  private let copy: UnsafeMutablePointer<UInt64>

  /// Takes a thread of this process on.
  ///
  /// - Parameter identifier: its number in the kernel.
  /// - Throws: why it cannot be sampled.
  @inline(never) init(_ identifier: Int) throws(SamplerError) {
    let isOwn = Int(kymo_sampler_own_thread()) == identifier
    guard
      let handle = unsafe kymo_sampler_open(Int32(identifier), isOwn, Self.ringWords)
    else { throw .noRoom(errno) }
    self.identifier = identifier
    unsafe self.handle = handle
    unsafe header = .allocate(capacity: KYMO_SAMPLER_HEADER)
    unsafe frames = .allocate(capacity: KYMO_SAMPLER_FRAMES)
    unsafe registers = .allocate(capacity: KYMO_SAMPLER_REGISTERS)
    unsafe copy = .allocate(capacity: KYMO_SAMPLER_COPY)
  }

  deinit {
    unsafe kymo_sampler_close(handle)
    unsafe header.deallocate()
    unsafe frames.deallocate()
    unsafe registers.deallocate()
    unsafe copy.deallocate()
  }

  /// Says which code keeps frame pointers; where a thread is in any other, its stack is copied.
  @inline(never) static func trust(_ codes: [Range<UInt64>]) {
    let codes = codes.prefix(KYMO_SAMPLER_CODES)
    for (place, code) in codes.enumerated() {
      kymo_sampler_trust(place, code.lowerBound, code.upperBound)
    }
    kymo_sampler_trust(codes.count, 0, 0)
  }

  /// The number of the calling thread in the kernel.
  static var own: Int { Int(kymo_sampler_own_thread()) }

  /// Copies from now on what the thread says there that it is doing.
  func say(_ label: LabelPlace) { unsafe kymo_sampler_label_from(handle, label.address) }

  /// Starts the timer.
  ///
  /// - Parameters:
  ///   - first: in how many ns it fires first.
  ///   - period: every how many ns it fires then.
  /// - Returns: whether the thread was still there.
  /// - Throws: that the system has no timer to give.
  @inline(never) func start(first: Int64, period: Int64) throws(SamplerError) -> Bool {
    let code = unsafe kymo_sampler_start(handle, UInt64(max(1, first)), UInt64(period))
    if code == ESRCH { return false }
    guard code == 0 else { throw .noTimer(code) }
    return true
  }

  /// Stops the timer.
  func stop() { unsafe kymo_sampler_stop(handle) }

  /// How it did; what was due is known once it was stopped.
  var account: SamplerAccount {
    let account = unsafe kymo_sampler_read(handle)
    return SamplerAccount(
      due: Int(account.due),
      handled: Int(account.handled),
      overruns: Int(account.overruns),
      dropped: Int(account.dropped)
    )
  }

  /// Whether more than half of the ring is taken.
  var isFilling: Bool { unsafe kymo_sampler_used(handle) > Self.ringWords / 2 }

  /// Takes the samples out of the ring; only one thread may do so.
  func drain(_ body: (StackSample) -> Void) {
    while true {
      var copied = 0
      var isWhole = false
      let count = unsafe kymo_sampler_drain(
        handle,
        header,
        frames,
        registers,
        copy,
        &copied,
        &isWhole
      )
      guard count >= 0 else { return }
      let returns = unsafe Array(UnsafeBufferPointer(start: frames, count: count))
      let sample = unsafe StackSample(
        time: Int64(truncatingIfNeeded: header[0]),
        elapsed: Int64(truncatingIfNeeded: header[1]),
        ran: Int64(truncatingIfNeeded: header[2]),
        label: SampleLabel(word: header[3]),
        weight: Int(truncatingIfNeeded: header[4]),
        counter: header[5],
        top: (header[6], header[7]),
        returns: returns,
        copy: copied > 0 ? self.copied(copied, isWhole) : nil
      )
      body(sample)
    }
  }

  private func copied(_ count: Int, _ isChainWhole: Bool) -> StackCopy {
    let registers = unsafe Array(
      UnsafeBufferPointer(start: registers, count: KYMO_SAMPLER_REGISTERS)
    )
    return unsafe StackCopy(
      registers: registers,
      words: Array(UnsafeBufferPointer(start: copy, count: count)),
      start: registers[7] &- UInt64(8 * KYMO_SAMPLER_RED_ZONE),
      isChainWhole: isChainWhole
    )
  }
}
