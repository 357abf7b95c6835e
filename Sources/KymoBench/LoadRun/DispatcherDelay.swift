/// How long the calling thread is ready to run and has no core.
@usableFromInline package final class DispatcherDelay {
  private let file = UnsafeCounterFile("/proc/thread-self/schedstat")
  private let start: Int64?

  /// Begins to count, on the thread that is meant.
  @usableFromInline package init() { start = file.number(1) }

  /// How long it was since then, in ns; nil if the system does not tell.
  @usableFromInline package func end() -> Int64? {
    guard let start, let end = file.number(1) else { return nil }
    return end - start
  }
}
