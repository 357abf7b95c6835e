package import KymoMCAP
package import Synchronization

/// That nothing more comes, and what was lost.
package final class CaptureEnding: Sendable {
  let isDone = Atomic(false)
  let lost = Atomic<UInt64>(0)
  /// That of the server, once it listens.
  package let port = Atomic<UInt16>(0)
  private let firstFailure = Mutex<MCAPError?>(nil)

  /// Why nothing is written any more; nil as long as all is well.
  package var failure: MCAPError? { firstFailure.withLock { $0 } }

  package init() {}

  /// Notes why nothing is written any more.
  func fail(_ error: MCAPError) { firstFailure.withLock { $0 = error } }
}
