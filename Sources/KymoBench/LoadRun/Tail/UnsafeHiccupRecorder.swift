import CAffinity
import Glibc
import KymoCore
import Synchronization

/// The hiccup thread's work: it sleeps until the next millisecond, notes how late it wakes, and looks at
/// the system's counters.
///
/// A thread that does nothing but wake shows the stalls that are the platform's: it has no handler that
/// could be slow. A look costs some µs, and everything is in memory that was touched before.
///
/// SAFETY: the C functions read and write the locals that they are given for the call. `@unchecked
/// Sendable` is not needed: the value is noncopyable, has only values in it, and changes hands once.
@safe struct HiccupRecorder: ~Copyable, Sendable {
  /// Between two looks in ns, unless a long run would have too many of them.
  static let shortestInterval: Int64 = 1_000_000
  /// How many looks are kept at most: 16 MiB.
  static let maximumTicks = 1 << 18
  /// Time lost to the hypervisor is looked at every so often; it comes in units of 10 ms anyway.
  static let stealEvery = 10

  /// Between two looks, in ns.
  let interval: Int64
  /// The looks that are kept; the first `count` are made.
  private(set) var ticks: [HiccupTick]
  private(set) var count = 0
  /// How many looks were not kept for want of room.
  private(set) var lostCount = 0
  /// The processor time of the thread in ns, once it is through.
  private(set) var processorNanoseconds: Int64 = 0
  /// Where the thread may run; nil for wherever it is.
  let affinity: CoreAffinity?
  private let dispatcher: Int32
  private let generator: Int32

  /// Makes room for a run that lasts about `duration` ns; the threads are given by their ids.
  init(duration: Int64, affinity: CoreAffinity?, dispatcher: Int32, generator: Int32) {
    // Room for a run that is late, and for the looks before and after it.
    let room = Int64(Self.maximumTicks) * 3 / 4
    interval = max(Self.shortestInterval, duration / room + 1)
    let wanted = duration / interval * 4 / 3 + 1024
    ticks = Array(repeating: HiccupTick(), count: Int(min(wanted, Int64(Self.maximumTicks))))
    self.affinity = affinity
    self.dispatcher = dispatcher
    self.generator = generator
  }

  /// Looks until `isStopped`, and once more; times are those of the monotonic clock.
  mutating func run(isReady: borrowing Atomic<Bool>, isStopped: borrowing Atomic<Bool>) {
    affinity?.apply()
    kymo_set_timer_slack(1)
    let files = Files(dispatcher: dispatcher, generator: generator)
    var number = 0
    look(target: Self.now, withSteal: true, files)
    isReady.store(true, ordering: .releasing)
    var target = Self.now + interval
    while !isStopped.load(ordering: .relaxed) {
      let (seconds, rest) = target.quotientAndRemainder(dividingBy: 1_000_000_000)
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
      unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
      number += 1
      look(target: target, withSteal: number % Self.stealEvery == 0, files)
      // The schedule stays where it is: what a stall swallowed is left out.
      target += max(1, (Self.now - target) / interval + 1) * interval
    }
    look(target: Self.now, withSteal: true, files)
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    processorNanoseconds = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The files that are kept open.
  private struct Files: ~Copyable {
    let stat = UnsafeCounterFile("/proc/stat")
    let dispatcher: UnsafeCounterFile
    let generator: UnsafeCounterFile
    let nanosecondsPerTick = 1_000_000_000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK))))

    init(dispatcher: Int32, generator: Int32) {
      self.dispatcher = UnsafeCounterFile("/proc/self/task/\(dispatcher)/schedstat")
      self.generator = UnsafeCounterFile("/proc/self/task/\(generator)/schedstat")
    }
  }

  private static var now: Int64 { MonotonicClock().now }

  private mutating func look(
    target: Int64,
    withSteal: Bool,
    _ files: borrowing Files
  ) {
    let woke = Self.now
    // The last place is for the look after the run.
    guard count < ticks.count else {
      lostCount += 1
      return
    }
    var tick = HiccupTick(target: target, woke: woke)
    var usage = rusage()
    if unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 {
      tick.involuntarySwitches = Int64(usage.ru_nivcsw)
      tick.minorFaults = Int64(usage.ru_minflt)
      tick.majorFaults = Int64(usage.ru_majflt)
    }
    // The second number is the time in which the thread was ready and had no core.
    tick.dispatcherDelay = files.dispatcher.number(1) ?? -1
    tick.generatorDelay = files.generator.number(1) ?? -1
    if withSteal {
      // "cpu", user, nice, system, idle, iowait, irq, softirq, steal
      tick.steal = files.stat.number(8).map { $0 * files.nanosecondsPerTick } ?? -1
    }
    ticks[count] = tick
    count += 1
  }
}
