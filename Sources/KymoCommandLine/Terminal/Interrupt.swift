import Synchronization

/// The wish of the user that the work stop, raised by the first Ctrl-C.
///
/// Long loops look at ``isRequested`` now and then (it costs one plain load), stop cleanly when it
/// is set, keep what was good so far, and end with ``ExitStatus/partial``. The second Ctrl-C ends
/// the process at once.
package final class Interrupt: Sendable {
  /// The flag that the signal handler of this process raises.
  package static let process = Interrupt()

  private let flag = Atomic<Bool>(false)

  /// Creates a flag of its own, for a test or a part of the work.
  package init() {}

  /// Whether to stop.
  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Asks for the work to stop; safe in a signal handler.
  package func request() { flag.store(true, ordering: .relaxed) }
}
