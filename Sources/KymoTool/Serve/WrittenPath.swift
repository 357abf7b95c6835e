import Synchronization

/// The path of the file that is written now, for whoever has to name it from another thread.
final class WrittenPath: Sendable {
  private let path: Mutex<String>

  /// Starts with a file.
  init(_ path: String) { self.path = Mutex(path) }

  /// The path.
  var text: String { path.withLock { $0 } }

  /// Goes on with another file.
  func goOn(with next: String) { path.withLock { $0 = next } }
}
