extension ProcessCounts {
  /// Adds up what was counted for several processes; nil if one has no counts.
  ///
  /// The peak of memory is the largest.
  init?(merging all: [ProcessCounts?]) {
    let known = all.compactMap(\.self)
    guard known.count == all.count, var sum = known.first else { return nil }
    for counts in known.dropFirst() {
      sum.userNanoseconds += counts.userNanoseconds
      sum.systemNanoseconds += counts.systemNanoseconds
      sum.voluntarySwitches += counts.voluntarySwitches
      sum.involuntarySwitches += counts.involuntarySwitches
      sum.minorFaults += counts.minorFaults
      sum.majorFaults += counts.majorFaults
      sum.peakResidentBytes = max(sum.peakResidentBytes, counts.peakResidentBytes)
      if let one = sum.instructions.count, let other = counts.instructions.count {
        sum.instructions = .counted(one + other)
      } else if sum.instructions.reason == nil {
        sum.instructions = counts.instructions
      }
    }
    self = sum
  }
}
