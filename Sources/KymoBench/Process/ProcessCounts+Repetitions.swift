import KymoBridge

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

  /// Reads the member `process` of a report; nil if it is null.
  init?(_ reader: borrowing BaselineReader, _ root: JSONValue) throws(BaselineError) {
    guard let value = reader.document.member("process", of: root) else {
      throw .member("process")
    }
    guard reader.document.member("userNanoseconds", of: value) != nil else { return nil }
    func count(_ name: String) throws(BaselineError) -> Int64 {
      Int64(try reader.count(name, of: value))
    }
    let instructions = try reader.numberIfThere("instructions", of: value)
    let reason = reader.textIfThere("instructionsUnavailable", of: value)
    self.init(
      userNanoseconds: try count("userNanoseconds"),
      systemNanoseconds: try count("systemNanoseconds"),
      voluntarySwitches: try count("voluntarySwitches"),
      involuntarySwitches: try count("involuntarySwitches"),
      minorFaults: try count("minorFaults"),
      majorFaults: try count("majorFaults"),
      peakResidentBytes: try count("peakResidentBytes"),
      instructions: instructions.map { .counted(Int64($0)) } ?? .unavailable(reason ?? "not told")
    )
  }
}
