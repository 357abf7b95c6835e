import Glibc

/// Takes the process's counts at the start and the end of a run.
///
/// Made and used on the dispatching thread, whose instructions it counts.
///
/// SAFETY: `getrusage` writes into a local struct that it is lent for the call.
@safe @usableFromInline package final class ProcessMeter {
  private var start: ProcessCounts?
  private var counter: Counter?
  private var reason = ""
  private var startCount: UInt64 = 0

  /// In a box, as an optional of a noncopyable value cannot be taken apart in a class.
  private final class Counter {
    var counter: InstructionCounter<PerfEvent>
    init() throws(CounterUnavailable) { counter = try InstructionCounter(PerfEvent()) }
    func read() throws(CounterUnavailable) -> UInt64 { try counter.read() }
  }

  /// Opens the counter and tries it, which takes about 1 ms.
  @usableFromInline package init() {
    do { counter = try Counter() } catch { reason = error.reason }
  }

  /// Begins to count.
  @usableFromInline package func begin() {
    do { startCount = try counter?.read() ?? 0 } catch {
      counter = nil
      reason = error.reason
    }
    start = Self.usage()
  }

  /// Returns the counts since ``begin()``; nil if the system does not tell.
  @usableFromInline package func end() -> ProcessCounts? {
    guard let start, let usage = Self.usage() else { return nil }
    var counts = usage.since(start)
    counts.instructions = instructions()
    return counts
  }

  private func instructions() -> CountOrReason {
    guard let counter else { return .unavailable(reason) }
    do { return .counted(Int64(clamping: try counter.read() &- startCount)) } catch {
      return .unavailable(error.reason)
    }
  }

  private static func usage() -> ProcessCounts? {
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return nil }
    return ProcessCounts(
      userNanoseconds: nanoseconds(usage.ru_utime),
      systemNanoseconds: nanoseconds(usage.ru_stime),
      voluntarySwitches: Int64(usage.ru_nvcsw),
      involuntarySwitches: Int64(usage.ru_nivcsw),
      minorFaults: Int64(usage.ru_minflt),
      majorFaults: Int64(usage.ru_majflt),
      // In KiB.
      peakResidentBytes: Int64(usage.ru_maxrss) << 10,
      instructions: .unavailable("")
    )
  }

  private static func nanoseconds(_ time: timeval) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_usec) * 1000
  }
}
