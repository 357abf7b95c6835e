import KymoText

extension HiccupReport {
  /// The observations in one sentence; `time` writes a number of ns.
  public func text(_ time: (Int64) -> String) -> String {
    let cost = count > 0 ? processorNanoseconds / Int64(count) : 0
    return "\(count) looks, one per \(time(intervalNanoseconds)), each taking a core for "
      + "\(time(cost)): late by p50 \(lateness.p50.map(time) ?? "-"), "
      + "p99 \(lateness.p99.map(time) ?? "-"), max \(time(lateness.max)); \(hiccupCount) of them by more "
      + "than \(time(Self.threshold))"
  }
}

extension SystemCounters {
  /// The counts in one sentence; `time` writes a number of ns, and unknown counts are left out.
  public func text(_ time: (Int64) -> String) -> String {
    let parts = [
      involuntarySwitches.map { "\($0) involuntary switches" },
      minorFaults.map { "\($0) minor" },
      majorFaults.map { "\($0) major page faults" },
      stealNanoseconds.map { "steal \(time($0))" },
      dispatcherDelayNanoseconds.map { "the dispatcher ready without a core for \(time($0))" },
      generatorDelayNanoseconds.map { "the generator for \(time($0))" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
