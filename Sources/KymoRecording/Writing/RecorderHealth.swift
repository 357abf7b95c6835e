package import KymoMCAP
import Synchronization

/// Whether a recorder can go on, for threads that do not record: of all the files that it has written so far.
package final class RecorderHealth: Sendable {
  private struct State {
    var writer: MCAPWriterHealth
    /// How many messages the files before this one hold.
    var savedBefore: UInt64 = 0
  }

  private let state: Mutex<State>

  init(_ writer: MCAPWriterHealth) { state = Mutex(State(writer: writer)) }

  /// Goes on with the next file, once the one before is whole.
  func goOn(with writer: MCAPWriterHealth) {
    state.withLock { state in
      state.savedBefore += state.writer.savedMessages
      state.writer = writer
    }
  }

  /// Why nothing is written any more; nil as long as all is well.
  ///
  /// - Complexity: O(1).
  package var failure: MCAPError? { state.withLock { $0.writer.failure } }

  /// How many inputs a reader of the files finds now.
  ///
  /// Once there is a ``failure`` the number is final.
  ///
  /// - Complexity: O(1).
  package var savedMessages: UInt64 {
    state.withLock { $0.savedBefore + $0.writer.savedMessages }
  }
}
