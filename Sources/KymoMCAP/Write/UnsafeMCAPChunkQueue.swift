import Glibc
import KymoCore
import Synchronization

/// Closed chunks on their way to the threads that compress and write them.
///
///     writer ─ submit ─▶ chunk 0, 1, … capacity-1 ─▶ any thread: compress ─▶ one thread at a time: write, in order
///
/// Chunks have numbers. The thread that takes a number compresses that chunk beside the others, and leaves it
/// prepared; whoever finds nobody writing writes all that are prepared and next, so that no thread waits for its
/// turn. The file is the same with any number of threads. The writer gives a chunk and gets an empty one back, so
/// that nothing is allocated but where chunks grow.
///
/// SAFETY: the place of chunk n, with its press, is `n % capacity`. The writer alone touches it while
/// `written + capacity > n` and n is not submitted; from then on the one thread that has taken n does, until it has
/// stored n + 1 as the place's `prepared`; then the thread that has set `isWriting`, until it has made `written`
/// n + 1. Each change is a release, or an exchange, that the next side has read with acquire. The output is touched
/// by the thread that has set `isWriting`. The semaphore
/// and the places are freed once, when no thread is left: a thread holds a reference.
@safe final class UnsafeMCAPChunkQueue: @unchecked Sendable {
  /// How many chunks lie between the writer and the file at most.
  static var capacity: Int { 6 }

  /// A chunk, and what it becomes in the file.
  private struct Place: ~Copyable {
    var chunk: UnsafeMCAPChunkBuilder
    var press: MCAPChunkPress
    /// Whether it is the chunk of the channels apart.
    var isApart = false
    /// The number behind that of the chunk that was prepared here last.
    let prepared = Atomic<Int>(0)
  }

  private let places: UnsafeMutablePointer<Place>
  private let posts: UnsafeMutablePointer<sem_t>
  private let output: MCAPOutput
  /// The chunks that were given, taken, and written so far.
  private let submitted = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  private let written = Atomic<Int>(0)
  /// How many threads sleep, or are about to; whoever gives a chunk makes no system call while they run.
  private let sleepers = Atomic<Int>(0)
  private let isEnding = Atomic(false)
  /// Whether a thread writes.
  private let isWriting = Atomic(false)

  /// How often a thread looks for a chunk before it sleeps: for a few µs, then giving its core away, some 50 µs.
  private static var looks: Int { 1024 + 128 }

  /// Makes empty chunks.
  init(_ output: MCAPOutput, _ options: MCAPWriterOptions) {
    self.output = output
    unsafe places = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity {
      let chunk = UnsafeMCAPChunkBuilder(
        capacity: options.chunkBytes,
        keepsIndex: options.messageIndex
      )
      unsafe (places + index).initialize(to: Place(chunk: chunk, press: MCAPChunkPress(options)))
    }
    unsafe posts = .allocate(capacity: 1)
    unsafe sem_init(posts, 0, 0)
  }

  deinit {
    unsafe places.deinitialize(count: Self.capacity)
    unsafe places.deallocate()
    unsafe sem_destroy(posts)
    unsafe posts.deallocate()
  }

  // MARK: The writer's side

  /// How many chunks can be given without waiting.
  var freeCount: Int {
    Self.capacity - submitted.load(ordering: .relaxed) + written.load(ordering: .acquiring)
  }

  /// How many chunks were given so far.
  var submittedCount: Int { submitted.load(ordering: .relaxed) }

  /// Gives a chunk, and puts an empty one in its place.
  ///
  /// - Complexity: O(1); waits if the threads are behind.
  func submit(_ chunk: inout UnsafeMCAPChunkBuilder, isApart: Bool) {
    var waiter = Waiter(.park)
    while freeCount == 0 { waiter.pause() }
    let number = submitted.load(ordering: .relaxed)
    unsafe swap(&chunk, &places[number % Self.capacity].chunk)
    unsafe places[number % Self.capacity].isApart = isApart
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
    var compressor = UnsafeMCAPCompressor(options)
    while let number = take() {
      let place = unsafe places + number % Self.capacity
      unsafe place.pointee.press.prepare(place.pointee.chunk, with: &compressor)
      // In one order with `isWriting`: either who writes sees the chunk, or it is seen here that nobody writes.
      unsafe place.pointee.prepared.store(number + 1, ordering: .sequentiallyConsistent)
      writePrepared()
    }
  }

  /// Writes what is prepared and next, unless another thread does: that one looks again when it is done.
  private func writePrepared() {
    while isNextPrepared, !isWriting.exchange(true, ordering: .sequentiallyConsistent) {
      while isNextPrepared {
        let number = written.load(ordering: .relaxed)
        let place = unsafe places + number % Self.capacity
        // The output keeps its first failure, and writes nothing after it.
        do throws(MCAPError) {
          try unsafe place.pointee.press.write(
            place.pointee.chunk,
            isApart: place.pointee.isApart,
            to: output
          )
        } catch {}
        unsafe place.pointee.chunk.clear()
        written.store(number + 1, ordering: .releasing)
      }
      isWriting.store(false, ordering: .sequentiallyConsistent)
    }
  }

  // MARK: Those who write beside the threads

  /// Lets the caller, and nobody else, use the output, between chunks.
  ///
  /// - Complexity: waits for the chunks that are being written.
  func withOutput<R, E: Error>(_ body: (MCAPOutput) throws(E) -> R) throws(E) -> R {
    var waiter = Waiter(.park)
    while isWriting.exchange(true, ordering: .sequentiallyConsistent) { waiter.pause() }
    defer {
      isWriting.store(false, ordering: .sequentiallyConsistent)
      // Whoever prepared a chunk meanwhile has left it to this thread.
      writePrepared()
    }
    return try body(output)
  }

  /// Puts copies of the open chunks behind the first `number` chunks, once all of those are written.
  ///
  /// - Parameters:
  ///   - parts: the copies.
  ///   - messages: how many messages are in them that are not apart.
  ///   - number: how many chunks come before them.
  /// - Returns: false if a chunk behind them is written already, so that the copies are too old.
  func putTail(_ parts: [MCAPTail.Part], messages: Int, behind number: Int) -> Bool {
    var waiter = Waiter(.nap)
    while written.load(ordering: .acquiring) < number { waiter.pause() }
    return withOutput { output in
      guard written.load(ordering: .acquiring) == number else { return false }
      // The output keeps its failure, and says so to whoever writes next.
      try? output.putTail(parts, messages: messages)
      return true
    }
  }

  /// Whether the chunk that is to be written next is prepared.
  private var isNextPrepared: Bool {
    let number = written.load(ordering: .acquiring)
    let place = unsafe places + number % Self.capacity
    return unsafe place.pointee.prepared.load(ordering: .sequentiallyConsistent) == number + 1
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
