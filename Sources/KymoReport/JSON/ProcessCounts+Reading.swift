import KymoBench
import KymoBridge

extension ProcessCounts {
  /// Reads the member `process` of a report; nil if it is null.
  init?(_ reader: borrowing ReportReader, _ root: JSONValue) throws(BaselineError) {
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
