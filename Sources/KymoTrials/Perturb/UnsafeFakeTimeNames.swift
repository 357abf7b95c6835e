import CSemaphore
import Glibc

/// The semaphore and the shared memory that libfaketime asks for, under names of our own, until they are removed.
///
/// Without them it makes its own in every process, named by the process: it then puts those names into the
/// environment, and a process that is killed leaves them behind, where a later one of the same number finds them
/// taken and fails.
///
/// SAFETY: names are lent for the call and end in 0; of the semaphore nothing is kept open.
struct UnsafeFakeTimeNames {
  /// The text that libfaketime reads in `FAKETIME_SHARED`: the semaphore's name and the memory's.
  let shared: String
  private let name: String

  /// Makes both.
  ///
  /// - Returns: nil if the system has no room for them, or no named ones.
  init?() {
    let digits = "\(getpid())"
    name = "/kymograph-" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
    shared = "\(name) \(name)"
    // Of a process of this number that was killed.
    remove()
    guard unsafe kymo_make_semaphore(name) == 0 else { return nil }
    let memory = unsafe shm_open(name, O_CREAT | O_EXCL | O_RDWR, 0o600)
    guard memory >= 0 else {
      remove()
      return nil
    }
    defer { close(memory) }
    // A page of zeroes: no time has passed yet. It maps some 80 bytes.
    guard ftruncate(memory, 4096) == 0 else {
      remove()
      return nil
    }
  }

  /// Removes both.
  func remove() {
    _ = unsafe sem_unlink(name)
    _ = unsafe shm_unlink(name)
  }
}
