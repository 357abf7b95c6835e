import Glibc
import Synchronization

/// How this process takes signals.
///
/// SAFETY: the handler runs at any moment, in any thread, between any two instructions. It does only what
/// is safe there: loads and stores of atomics that exist before the handler is set
/// (``UnsafeSignals/prepare()`` touches them first, so that no lazy initialiser runs in the handler),
/// `clock_gettime`, `signal` and `raise`.
package enum UnsafeSignals {
  /// When the first signal came, in ns on the steady clock; 0 before.
  private static let firstTime = Atomic<Int64>(0)

  /// How long after the first one a further signal is taken for its echo, in ns.
  ///
  /// Wrappers such as `timeout` send a signal to the process and to its group.
  package static let echoNanoseconds: Int64 = 500_000_000

  /// Ignores SIGPIPE and SIGXFSZ, and lets the first Ctrl-C, SIGTERM or SIGHUP only raise
  /// ``Interrupt/process``.
  ///
  /// A second one, half a second later or more, ends the process at once. A closed pipe, or a file that
  /// reaches the limit of its size, shows up as an error of `write`, so that files can still be finished.
  package static func prepare() {
    _ = Interrupt.process.isRequested
    _ = firstTime.load(ordering: .relaxed)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      let now = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
      let first = UnsafeSignals.firstTime.load(ordering: .relaxed)
      if first == 0 {
        UnsafeSignals.firstTime.store(now, ordering: .relaxed)
        Interrupt.process.request()
      } else if now &- first > UnsafeSignals.echoNanoseconds {
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    action.sa_flags = SA_RESTART
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaction(number, &action, nil) }
  }

  /// Ends the process the way an unprepared one ends when it writes to a closed pipe.
  package static func dieOfClosedPipe() {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }
}
