/// A thread that runs one closure and is joined when it is let go.
public struct JoiningThread: ~Copyable, Sendable {
  private let handle: UnsafeThreadHandle

  /// Starts `body` on a thread of its own.
  ///
  /// - Precondition: the system has a thread to give.
  public init(_ body: sending @escaping () -> Void) { handle = UnsafeThreadHandle(body) }

  /// Waits until the thread has ended.
  public consuming func join() {}
}
