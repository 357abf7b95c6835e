import KymoBench
import KymoText

extension ProcessCounts {
  /// The member `process` of a report; what could not be counted is null, with the reason.
  var json: JSONText {
    [
      "userNanoseconds": JSONText(userNanoseconds),
      "systemNanoseconds": JSONText(systemNanoseconds),
      "voluntarySwitches": JSONText(voluntarySwitches),
      "involuntarySwitches": JSONText(involuntarySwitches),
      "minorFaults": JSONText(minorFaults),
      "majorFaults": JSONText(majorFaults),
      "peakResidentBytes": JSONText(peakResidentBytes),
      "instructions": JSONText(instructions.count),
      "instructionsUnavailable": JSONText(instructions.reason),
    ]
  }

  /// Each under the name that it has as a counter in other formats; without what could not be counted.
  var counters: [(name: String, value: JSONText)] {
    var counters: [(String, JSONText)] = [
      ("user_ns", JSONText(userNanoseconds)), ("system_ns", JSONText(systemNanoseconds)),
      ("voluntary_switches", JSONText(voluntarySwitches)),
      ("involuntary_switches", JSONText(involuntarySwitches)),
      ("minor_faults", JSONText(minorFaults)), ("major_faults", JSONText(majorFaults)),
      ("peak_resident_bytes", JSONText(peakResidentBytes)),
    ]
    if let count = instructions.count { counters.append(("instructions", JSONText(count))) }
    return counters
  }
}
