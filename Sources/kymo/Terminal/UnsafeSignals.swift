import Glibc

/// How this process takes signals.
///
/// SAFETY: the handler runs at any moment, in any thread, between any two instructions. It does one
/// thing that is safe there: a store to an atomic that was created before the handler was set
/// (``UnsafeSignals/prepare()`` touches it first, so that no lazy initialiser runs in the handler).
enum UnsafeSignals {
  /// Ignores SIGPIPE, and lets the first Ctrl-C or SIGTERM only raise ``Interrupt/process``.
  ///
  /// The second one finds the default action again and ends the process at once. A closed pipe
  /// then shows up as an error of `write`, so that files can still be finished.
  static func prepare() {
    _ = Interrupt.process.isRequested
    signal(SIGPIPE, SIG_IGN)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in Interrupt.process.request() }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
    unsafe sigaction(SIGINT, &action, nil)
    unsafe sigaction(SIGTERM, &action, nil)
  }

  /// Ends the process the way an unprepared one ends when it writes to a closed pipe.
  static func dieOfClosedPipe() {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }
}
