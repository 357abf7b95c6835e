import Glibc

/// A thread that runs one closure and is joined when it is let go.
///
/// The corresponding C functions are `pthread_create` and `pthread_join`.
///
/// SAFETY: the closure is boxed, its one reference is handed to the new thread and taken back there
/// exactly once. The value is noncopyable, so the handle is joined exactly once, in `deinit`.
@safe public struct Thread: ~Copyable, @unchecked Sendable {
  final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  let handle: pthread_t

  /// Starts `body` on a thread of its own.
  ///
  /// - Precondition: the system has a thread to give.
  public init(_ body: sending @escaping () -> Void) {
    var handle = pthread_t()
    let box = unsafe Unmanaged.passRetained(Box(body))
    let status = unsafe pthread_create(
      &handle,
      nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      },
      box.toOpaque()
    )
    precondition(status == 0, "pthread_create failed: no thread is left")
    self.handle = handle
  }

  /// Waits until the thread has ended.
  public consuming func join() {}

  deinit { pthread_join(handle, nil) }
}
