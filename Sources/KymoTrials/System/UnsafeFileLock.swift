import Glibc

/// Holds a lock on a file or a folder until it is released, so that processes of one machine take turns.
///
/// SAFETY: `open` reads a string that lives for the call; the descriptor is closed once, by ``release()`` or by
/// `deinit`, which also gives the lock up, as does the end of the process.
package final class UnsafeFileLock {
  private var descriptor: Int32

  /// Waits for its turn; nil if the file cannot be had, or somebody wishes to stop.
  ///
  /// If it is inherited, children that outlive this process hold it until the last one has ended.
  package convenience init?(
    _ path: String,
    isInherited: Bool = false,
    shouldStop: () -> Bool
  ) {
    let flags = O_RDWR | O_CREAT | (isInherited ? 0 : O_CLOEXEC)
    self.init(unsafe open(path, flags, 0o666), shouldStop: shouldStop)
  }

  /// Waits for its turn with a folder that is there, in which nothing is made for that; nil as for a file.
  package convenience init?(folder path: String, shouldStop: () -> Bool) {
    self.init(unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), shouldStop: shouldStop)
  }

  private init?(_ descriptor: Int32, shouldStop: () -> Bool) {
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, !shouldStop() else { return nil }
      usleep(100_000)
    }
  }

  deinit { release() }

  /// Lets the next one have it.
  package func release() {
    if descriptor >= 0 {
      // For those who have inherited it, too.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    descriptor = -1
  }
}
