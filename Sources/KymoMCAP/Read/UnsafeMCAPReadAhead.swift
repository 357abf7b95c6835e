import KymoCore
import Synchronization

/// Loads segments on a thread of its own, ahead of who walks their messages.
///
///     thread: read, decompress, compare the checksum ─▶ decoder 0, 1, … capacity-1 ─▶ take, in the same order
///
/// The number of segments that are loaded ahead is bounded, and their memory is used again. What is wrong with a
/// segment is thrown when its turn comes.
///
/// SAFETY: the place of segment n is `n % capacity`. The thread alone touches it while `loaded` is n, and only once
/// `taken + capacity > n`; the taker does once `loaded` is more, until it has made `taken` n + 1. Both changes are
/// a release that the other side has read with acquire. The source is read by several threads at once, which
/// sources whose size is known allow. The places are freed once, when the thread has ended: it holds a reference.
@safe final class UnsafeMCAPReadAhead: @unchecked Sendable {
  /// How many segments are loaded ahead at most.
  static var capacity: Int { 3 }

  private let source: any MCAPByteSource
  private let segments: [MCAPSegment]
  private let decoders: UnsafeMutablePointer<MCAPChunkDecoder>
  private let problems: UnsafeMutablePointer<MCAPError?>
  /// How many segments were loaded, and taken.
  private let loaded = Atomic(0)
  private let taken = Atomic(0)
  private let isStopped = Atomic(false)

  /// Prepares to load segments in their order here.
  init(_ source: any MCAPByteSource, _ segments: [MCAPSegment], limits: MCAPLimits) {
    self.source = source
    self.segments = segments
    unsafe decoders = .allocate(capacity: Self.capacity)
    unsafe problems = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity {
      unsafe (decoders + index).initialize(to: MCAPChunkDecoder(limits: limits))
      unsafe (problems + index).initialize(to: nil)
    }
  }

  deinit {
    unsafe decoders.deinitialize(count: Self.capacity)
    unsafe decoders.deallocate()
    unsafe problems.deinitialize(count: Self.capacity)
    unsafe problems.deallocate()
  }

  /// Loads everything, or up to the first problem; runs on the thread.
  func load() {
    for number in segments.indices {
      var waiter = Waiter(.park)
      while number - taken.load(ordering: .acquiring) >= Self.capacity {
        if isStopped.load(ordering: .relaxed) { return }
        waiter.pause()
      }
      let place = number % Self.capacity
      var problem: MCAPError?
      do throws(MCAPError) {
        try unsafe decoders[place].load(segments[number], from: source)
      } catch { problem = error }
      unsafe problems[place] = problem
      loaded.store(number + 1, ordering: .releasing)
      if problem != nil || isStopped.load(ordering: .relaxed) { return }
    }
  }

  /// Makes `decoder` hold the next segment, as if it had loaded it.
  ///
  /// - Precondition: there is one, and none before had a problem.
  /// - Throws: what is wrong with it.
  func take(into decoder: inout MCAPChunkDecoder) throws(MCAPError) {
    let number = taken.load(ordering: .relaxed)
    precondition(number < segments.count)
    var waiter = Waiter(.spinThenYield)
    while loaded.load(ordering: .acquiring) <= number { waiter.pause() }
    let place = number % Self.capacity
    if let problem = unsafe problems[place] { throw problem }
    unsafe decoder.exchangeRecords(&decoders[place])
    taken.store(number + 1, ordering: .releasing)
  }

  /// Lets the thread end.
  func stop() { isStopped.store(true, ordering: .relaxed) }
}
