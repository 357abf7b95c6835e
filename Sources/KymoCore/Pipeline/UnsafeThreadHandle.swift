import Glibc

/// A thread of the system: `pthread_create` and, when it is let go, `pthread_join`.
///
/// SAFETY: the closure is boxed, its one reference is handed to the new thread and taken back there
/// exactly once. The value is noncopyable, so the handle is joined exactly once, in `deinit`.
@safe struct UnsafeThreadHandle: ~Copyable, @unchecked Sendable {
  final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  let handle: pthread_t

  init(_ body: sending @escaping () -> Void) {
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

  deinit { pthread_join(handle, nil) }
}
