/// Counts by the system between two looks; nil is unknown, not 0.
public struct SystemCounters: Sendable, Equatable {
  /// How often threads of the process were taken off a core before they wanted to be.
  public var involuntarySwitches: Int64?
  /// Page faults of the process that needed no input.
  public var minorFaults: Int64?
  /// Page faults of the process that had to wait for input.
  public var majorFaults: Int64?
  /// The time that the hypervisor took from all cores together, in ns; the system counts it in units of 10 ms.
  public var stealNanoseconds: Int64?
  /// How long the dispatching thread was ready to run and had no core, in ns.
  public var dispatcherDelayNanoseconds: Int64?
  /// How long the generator's thread was ready to run and had no core, in ns.
  public var generatorDelayNanoseconds: Int64?

  /// All page faults of the process.
  public var faults: Int64? {
    guard let minorFaults, let majorFaults else { return nil }
    return minorFaults + majorFaults
  }

  /// Everything unknown.
  public init() {}

  /// The differences between the first look and the last.
  init(_ ticks: ArraySlice<HiccupTick>) {
    guard let first = ticks.first, let last = ticks.last else { return }
    func difference(_ count: KeyPath<HiccupTick, Int64>) -> Int64? {
      let values = (first[keyPath: count], last[keyPath: count])
      return values.0 < 0 || values.1 < 0 ? nil : values.1 - values.0
    }
    involuntarySwitches = difference(\.involuntarySwitches)
    minorFaults = difference(\.minorFaults)
    majorFaults = difference(\.majorFaults)
    stealNanoseconds = difference(\.steal)
    dispatcherDelayNanoseconds = difference(\.dispatcherDelay)
    generatorDelayNanoseconds = difference(\.generatorDelay)
  }
}
