import KymoBench
import KymoBridge
import KymoText

extension BenchMachine {
  /// The member `machine` of a report.
  var json: JSONText {
    ["processor": JSONText(processor), "cores": JSONText(coreCount)]
  }

  /// Reads the member `machine` of a report; nil if it is null, or not there as in older ones.
  init?(_ reader: borrowing ReportReader, _ root: JSONValue) throws(BaselineError) {
    guard let value = reader.document.member("machine", of: root),
      reader.document.member("processor", of: value) != nil
    else { return nil }
    self.init(
      processor: try reader.text("processor", of: value),
      coreCount: try reader.count("cores", of: value)
    )
  }
}
