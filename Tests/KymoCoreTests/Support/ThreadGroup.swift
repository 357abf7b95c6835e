import KymoCore

/// Threads that are joined together; a thread cannot be copied, so no array holds it.
final class ThreadGroup {
  /// A thread, and those that were started before it.
  final class Link {
    let thread: JoiningThread
    let earlier: Link?

    init(_ thread: consuming JoiningThread, _ earlier: Link?) {
      self.thread = thread
      self.earlier = earlier
    }
  }

  var last: Link?

  func start(_ body: sending @escaping () -> Void) { last = Link(JoiningThread(body), last) }

  /// Waits for all of them.
  func join() { last = nil }
}
