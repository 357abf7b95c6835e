import Glibc
import KymoCore
import Synchronization

/// Ends the process when scripts do not come back and the engine does not end them.
///
/// It counts the processor time of the thread that runs them, as the engine does, so that a process that was stopped for
/// a while, or has to wait for others, is not ended for that. Every look of the engine at a script begins the count anew:
/// what the engine looks at, it ends by itself. So an endless loop is left to the engine, however late its looks are on
/// a busy machine, and only what it never looks at is ended here.
///
/// SAFETY: the bytes of the text outlive the call that writes them. The clock belongs to the thread that makes the watch,
/// which runs the scripts and lives as long as there are any; if it is gone, reading the clock fails and nothing is ended.
package struct UnsafeHangWatch: ~Copyable {
  private final class Flag: Sendable {
    let isDone = Atomic<Bool>(false)
  }

  private let flag = Flag()
  private let thread: JoiningThread

  /// How long it is between two looks, in µs.
  private static var pause: UInt32 { 10_000 }
  /// How much longer than it may a script runs until the process is ended, in ns.
  ///
  /// The engine comes first, which ends a script as soon as a search in a text, or a sorting, gives it the chance.
  private static var grace: Int64 { 5_000_000_000 }
  /// How long what the engine has not looked at may go on once it is interrupted, in ns.
  private static var interruptGrace: Int64 { 60_000_000 }
  /// How long a script that the engine has looked at may go on until it looks once more, in ns.
  ///
  /// It looks every 20 ms; its clock is a thread of its own, which has to wait for others on a busy machine.
  private static var lookGrace: Int64 { 500_000_000 }

  /// How a process ends whose scripts do not come back.
  package struct Ending: Sendable {
    /// The line that is written to standard error.
    let text: String
    /// The exit status.
    let status: Int32

    /// A line, and a status.
    package init(_ text: String, status: Int32) {
      self.text = text
      self.status = status
    }
  }

  /// Begins to watch the scripts of the thread that calls this.
  ///
  /// - Parameters:
  ///   - pulse: of the scripts.
  ///   - seconds: how long a script may run, in processor time.
  ///   - ending: how the process is ended then.
  ///   - interruption: asked whether scripts are to end at once, and how; nil for nothing that ends them.
  ///   - isEngineAsking: whether the engine asks the same at each of its looks, and so ends by itself what it looks at.
  package init(
    _ pulse: ScriptPulse,
    seconds: Double,
    ending: Ending,
    interruption: (isRequested: @Sendable () -> Bool, ending: Ending)? = nil,
    isEngineAsking: Bool = true
  ) {
    let limit = Int64(min(seconds * 1e9, 9e17)) + Self.grace
    let flag = flag
    var clock = clockid_t()
    let hasClock = unsafe pthread_getcpuclockid(pthread_self(), &clock) == 0
    let scriptClock = clock
    thread = JoiningThread {
      var last = pulse.beats
      var looks = pulse.looks
      var isLookedAt = false
      var begin = Self.time(scriptClock)
      var interrupted: Int64?
      while hasClock, !flag.isDone.load(ordering: .relaxed) {
        usleep(Self.pause)
        let beats = pulse.beats
        guard let now = Self.time(scriptClock) else { return }
        if beats != last || beats & 1 == 0 {
          (last, looks, begin) = (beats, pulse.looks, now)
          (interrupted, isLookedAt) = (nil, false)
          continue
        }
        if pulse.looks != looks {
          (looks, begin) = (pulse.looks, now)
          if isEngineAsking { (interrupted, isLookedAt) = (nil, true) }
        }
        if let interruption, interruption.isRequested() {
          let first = interrupted ?? now
          interrupted = first
          let grace = isLookedAt ? Self.lookGrace : Self.interruptGrace
          if now - first > grace { Self.end(interruption.ending) }
        }
        if now - (begin ?? now) > limit { Self.end(ending) }
      }
    }
  }

  /// The processor time of a thread, in ns; nil if it is gone.
  private static func time(_ clock: clockid_t) -> Int64? {
    var time = timespec()
    guard unsafe clock_gettime(clock, &time) == 0 else { return nil }
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  private static func end(_ ending: Ending) {
    var line = ending.text + "\n"
    line.withUTF8 { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    _exit(ending.status)
  }

  deinit { flag.isDone.store(true, ordering: .relaxed) }
}
