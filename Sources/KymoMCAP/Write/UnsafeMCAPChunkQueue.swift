import Glibc
import KymoCore
import Synchronization

/// Closed chunks on their way to the threads that compress and write them.
///
///     writer ─ submit ─▶ chunk 0, 1, … capacity-1 ─▶ thread 0, 1, … each: prepare, wait for its turn, write
///
/// Chunks have numbers. The thread that takes a number compresses that chunk beside the others, and writes it
/// when all before it are written: the file is the same with any number of threads. The writer gives a chunk and
/// gets an empty one back, so that nothing is allocated but where chunks grow.
///
/// SAFETY: the place of chunk n is `n % capacity`. The writer alone touches it while `written + capacity > n` and
/// n is not submitted; from then on the one thread that has taken n does, until it has made `written` n + 1. Both
/// changes are a release that the other side has read with acquire. Output and failure are touched by the thread
/// whose turn it is, and by the writer when everything submitted is written. The semaphore and the chunks are
/// freed once, when no thread is left: a thread holds a reference.
@safe final class UnsafeMCAPChunkQueue: @unchecked Sendable {
  /// How many chunks lie between the writer and the file at most.
  static var capacity: Int { 8 }

  private let chunks: UnsafeMutablePointer<UnsafeMCAPChunkBuilder>
  private let posts: UnsafeMutablePointer<sem_t>
  private let output: MCAPOutput
  /// The chunks that were given, taken, and written so far.
  private let submitted = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  private let written = Atomic<Int>(0)
  /// How many threads sleep, or are about to; whoever gives a chunk makes no system call while they run.
  private let sleepers = Atomic<Int>(0)
  private let isEnding = Atomic(false)

  /// How often a thread looks for a chunk before it sleeps: for a few µs, then giving its core away, some 50 µs.
  private static var looks: Int { 1024 + 128 }

  /// Makes empty chunks.
  init(_ output: MCAPOutput, chunkBytes: Int, keepsIndex: Bool) {
    self.output = output
    unsafe chunks = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity {
      unsafe (chunks + index).initialize(
        to: UnsafeMCAPChunkBuilder(capacity: chunkBytes, keepsIndex: keepsIndex)
      )
    }
    unsafe posts = .allocate(capacity: 1)
    unsafe sem_init(posts, 0, 0)
  }

  deinit {
    unsafe chunks.deinitialize(count: Self.capacity)
    unsafe chunks.deallocate()
    unsafe sem_destroy(posts)
    unsafe posts.deallocate()
  }

  // MARK: The writer's side

  /// How many chunks can be given without waiting.
  var freeCount: Int {
    Self.capacity - submitted.load(ordering: .relaxed) + written.load(ordering: .acquiring)
  }

  /// Gives a chunk, and puts an empty one in its place.
  ///
  /// - Complexity: O(1); waits if the threads are behind.
  func submit(_ chunk: inout UnsafeMCAPChunkBuilder) {
    var waiter = Waiter(.park)
    while freeCount == 0 { waiter.pause() }
    let number = submitted.load(ordering: .relaxed)
    unsafe swap(&chunk, &chunks[number % Self.capacity])
    // In one order with `sleepers`: either the chunk is seen by who is about to sleep, or the sleeper is seen here.
    submitted.store(number + 1, ordering: .sequentiallyConsistent)
    if sleepers.load(ordering: .sequentiallyConsistent) > 0 { post() }
  }

  /// Waits until everything that was given is written, or has failed to be.
  func drain() {
    var waiter = Waiter(.park)
    while freeCount < Self.capacity { waiter.pause() }
  }

  /// Lets so many threads end once everything is written.
  func end(threads: Int) {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    for _ in 0..<threads { post() }
  }

  private func post() { unsafe sem_post(posts) }

  // MARK: The threads' side

  /// Compresses and writes chunks until there will be no more.
  func work(_ options: MCAPWriterOptions) {
    var press = MCAPChunkPress(options)
    while let number = take() {
      let place = number % Self.capacity
      unsafe press.prepare(chunks[place])
      var waiter = Waiter(.park)
      while written.load(ordering: .acquiring) != number { waiter.pause() }
      // The output keeps its first failure, and writes nothing after it.
      do throws(MCAPError) { try unsafe press.write(chunks[place], to: output) } catch {}
      unsafe chunks[place].clear()
      written.store(number + 1, ordering: .releasing)
    }
  }

  /// The number of the next chunk, which this thread takes; nil if there will be no more.
  private func take() -> Int? {
    var waiter = Waiter(.spinThenYield)
    var looks = 0
    while true {
      let number = taken.load(ordering: .relaxed)
      if number < submitted.load(ordering: .acquiring) {
        let exchange = taken.compareExchange(
          expected: number,
          desired: number + 1,
          ordering: .relaxed
        )
        if exchange.exchanged { return number }
      } else if isEnding.load(ordering: .acquiring),
        number == submitted.load(ordering: .acquiring)
      {
        return nil
      } else if looks < Self.looks {
        looks += 1
        waiter.pause()
      } else {
        sleep()
        looks = 0
        waiter.reset()
      }
    }
  }

  /// Sleeps until a chunk is given or there will be no more; now and then for no reason.
  private func sleep() {
    sleepers.add(1, ordering: .sequentiallyConsistent)
    let isIdle =
      submitted.load(ordering: .sequentiallyConsistent) == taken.load(ordering: .relaxed)
      && !isEnding.load(ordering: .sequentiallyConsistent)
    // A signal ends the wait; then the caller looks again.
    if isIdle { unsafe sem_wait(posts) }
    sleepers.subtract(1, ordering: .sequentiallyConsistent)
  }
}
