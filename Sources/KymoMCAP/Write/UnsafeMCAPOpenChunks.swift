import Glibc

/// The open chunks of a writer, as another thread may look at them.
///
/// Records are appended to memory that stays where it is until the chunk grows or is closed. The writer holds the
/// lock while it does that, once in thousands of messages; a message takes no lock. Whoever looks holds the lock
/// while it copies, so that the memory stays.
///
/// SAFETY: the mutex and the condition are made in `init` and freed once, in `deinit`, when no thread has a
/// reference. The two addresses are those of the writer's chunks: they are read and set under the lock alone, and
/// the writer frees or hands on such memory under the lock alone, after which it sets them anew. What is copied are
/// the bytes below the number that the chunk has published, which were stored before it.
@safe final class MCAPOpenChunks: @unchecked Sendable {
  /// How far a chunk is.
  struct Look: Equatable {
    /// How many chunks were closed before it.
    var generation = 0
    /// Bytes of records in it.
    var count = 0
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var isEnding = false
  private var main: UnsafeMutableRawPointer?
  private var apart: UnsafeMutableRawPointer?
  private var generations = (main: 0, apart: 0)
  private var closed = 0

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
    unsafe main = nil
    unsafe apart = nil
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
  }

  // MARK: The writer's side

  /// Keeps others from looking, before chunks grow or are closed.
  func lock() { unsafe _ = pthread_mutex_lock(mutex) }

  /// Says where the chunks are now, and lets others look.
  func unlock(
    _ main: borrowing UnsafeMCAPChunkBuilder,
    _ apart: borrowing UnsafeMCAPChunkBuilder,
    generations: (main: Int, apart: Int),
    closed: Int
  ) {
    unsafe self.main = main.base
    unsafe self.apart = apart.base
    self.generations = generations
    self.closed = closed
    unsafe _ = pthread_mutex_unlock(mutex)
  }

  /// Lets the thread that waits end.
  func end() {
    unsafe pthread_mutex_lock(mutex)
    isEnding = true
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  // MARK: The other thread's side

  /// Waits for so long, in ns; false as soon as it is to end.
  func wait(nanoseconds: Int64) -> Bool {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let (seconds, rest) = (Int64(time.tv_nsec) + nanoseconds).quotientAndRemainder(
      dividingBy: 1_000_000_000
    )
    time.tv_sec += Int(seconds)
    time.tv_nsec = Int(rest)
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe _ = pthread_mutex_unlock(mutex) }
    while !isEnding {
      if unsafe pthread_cond_timedwait(condition, mutex, &time) != 0 { break }
    }
    return !isEnding
  }

  /// How far both chunks are.
  func look() -> (main: Look, apart: Look) {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe _ = pthread_mutex_unlock(mutex) }
    return looks()
  }

  /// Copies what is in both chunks.
  ///
  /// The content of the chunk apart came of that of the other, and never gets ahead of it: it is
  /// looked at first.
  ///
  /// - Returns: how far they are, and how many chunks were closed before them.
  func copy(
    _ mainCopy: inout UnsafeMCAPChunkBuilder,
    _ apartCopy: inout UnsafeMCAPChunkBuilder
  ) -> (main: Look, apart: Look, closed: Int) {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe _ = pthread_mutex_unlock(mutex) }
    let looks = looks()
    unsafe Self.copy(apart, looks.apart.count, &apartCopy)
    unsafe Self.copy(main, looks.main.count, &mainCopy)
    return (looks.main, looks.apart, closed)
  }

  private func looks() -> (main: Look, apart: Look) {
    guard let main = unsafe main, let apart = unsafe apart else { return (Look(), Look()) }
    // In this order: see above.
    let apartCount = unsafe UnsafeMCAPChunkBuilder.published(at: apart)
    let mainCount = unsafe UnsafeMCAPChunkBuilder.published(at: main)
    return (
      Look(generation: generations.main, count: mainCount),
      Look(generation: generations.apart, count: apartCount)
    )
  }

  private static func copy(
    _ base: UnsafeMutableRawPointer?,
    _ count: Int,
    _ chunk: inout UnsafeMCAPChunkBuilder
  ) {
    guard let base = unsafe base else { return }
    let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
    chunk.take(unsafe RawSpan(_unsafeBytes: bytes))
  }
}
