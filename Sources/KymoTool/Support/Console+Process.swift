import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

extension Console {
  /// Writes what the system counted for the process, as part of a report for people.
  mutating func print(_ counts: ProcessCounts) {
    let (user, system) = (
      quantity.duration(nanoseconds: counts.userNanoseconds),
      quantity.duration(nanoseconds: counts.systemNanoseconds)
    )
    print(
      "process   user \(user), system \(system), context switches \(counts.voluntarySwitches) voluntary "
        + "and \(counts.involuntarySwitches) forced"
    )
    print(
      "memory    peak \(quantity.bytes(Int(counts.peakResidentBytes))), page faults \(counts.minorFaults) "
        + "minor and \(counts.majorFaults) major"
    )
    switch counts.instructions {
    case .counted(let count):
      print("executed  \(NumberText.grouped(Int(count))) instructions by the dispatching thread")
    case .unavailable(let reason):
      print("executed  instructions unavailable: \(reason); see 'count'")
    }
  }
}
