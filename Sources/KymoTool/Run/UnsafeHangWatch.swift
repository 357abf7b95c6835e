import Glibc
import KymoCore
import KymoScript
import Synchronization

/// Ends the process when scripts do not come back and the engine does not end them.
///
/// It counts its own looks and reads no clock, so that a process that was stopped for a while is not ended for that.
///
/// SAFETY: the bytes of the text outlive the call that writes them.
struct UnsafeHangWatch: ~Copyable {
  private final class Flag: Sendable {
    let isDone = Atomic<Bool>(false)
  }

  private let flag = Flag()
  private let thread: Thread

  /// How long it is between two looks, in µs.
  private static var pause: UInt32 { 10_000 }

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - pulse: of the scripts.
  ///   - seconds: how long a script may run; it is given twice that, and five seconds.
  ///   - text: the line that is written to standard error when the process is ended.
  init(_ pulse: ScriptPulse, seconds: Double, text: String) {
    let limit = (2 * seconds + 5) * 1e6 / Double(Self.pause)
    let flag = flag
    thread = Thread {
      var looks = 0.0
      var last = pulse.beats
      while !flag.isDone.load(ordering: .relaxed) {
        usleep(Self.pause)
        let beats = pulse.beats
        looks = beats == last && pulse.isRunning ? looks + 1 : 0
        last = beats
        guard looks > limit else { continue }
        var line = text + "\n"
        line.withUTF8 { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
        _exit(ExitStatus.failure.rawValue)
      }
    }
  }

  deinit { flag.isDone.store(true, ordering: .relaxed) }
}
