package import KymoMCAP
package import Synchronization

/// The state of a capture that a server writes itself, as others know it: its port, and whether it
/// can still be written.
package final class ServedCaptureState: Sendable {
  /// That of the server, once it listens.
  package let port = Atomic<UInt16>(0)
  private let firstFailure = Mutex<MCAPError?>(nil)

  /// Why nothing is written any more; nil as long as all is well.
  package var failure: MCAPError? { firstFailure.withLock { $0 } }

  package init() {}

  /// Notes why nothing is written any more.
  func fail(_ error: MCAPError) { firstFailure.withLock { $0 = error } }
}
