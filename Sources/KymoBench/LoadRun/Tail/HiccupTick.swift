/// One look of the hiccup thread; times in ns after the start of the run, once that is over, and counts
/// since some beginning.
struct HiccupTick: BitwiseCopyable, Sendable {
  /// When the thread wanted to wake.
  var target: Int64 = 0
  /// When it did.
  var woke: Int64 = 0
  /// How often threads of the process were taken off a core; negative if unknown.
  var involuntarySwitches: Int64 = -1
  /// Page faults of the process that needed no input; negative if unknown.
  var minorFaults: Int64 = -1
  /// Page faults of the process that did; negative if unknown.
  var majorFaults: Int64 = -1
  /// How many ns the hypervisor took from all cores; negative if it was not looked at.
  var steal: Int64 = -1
  /// How many ns the dispatching thread was ready to run and had no core; negative if unknown.
  var dispatcherDelay: Int64 = -1
  /// The same for the generator's thread.
  var generatorDelay: Int64 = -1

  /// How late the thread woke, in ns; 0 if it was on time.
  var lateness: Int64 { max(0, woke - target) }
}
