package import KymoText
import KymoBridge

/// Where a task was run, and who else used the machine meanwhile.
package struct CorpusNeighbours: Equatable, Sendable {
  /// The name of the machine.
  package var host: String
  /// Its processor; empty if it does not tell.
  package var processor: String
  /// How many cores it has.
  package var coreCount: Int
  /// How many processes ran or wanted to, on a mean of the minute before the start; nil if unknown.
  package var loadBefore: Double?
  /// The same at the end.
  package var loadAfter: Double?
  /// Which share of the time of all cores the hypervisor took, from 0 to 1; nil if unknown.
  package var stealShare: Double?
  /// Which share of it other processes took, from 0 to 1; nil if unknown.
  package var othersShare: Double?

  /// Describes a machine that nothing else is known of.
  package init(host: String, processor: String, coreCount: Int) {
    self.host = host
    self.processor = processor
    self.coreCount = coreCount
  }

  /// The member of a result.
  package var json: JSONText {
    [
      "host": JSONText(host), "processor": JSONText(processor), "cores": JSONText(coreCount),
      "loadBefore": JSONText(loadBefore), "loadAfter": JSONText(loadAfter),
      "stealShare": JSONText(stealShare), "othersShare": JSONText(othersShare),
    ]
  }

  /// Reads the member of a result.
  init(_ reader: borrowing ReportReader, _ value: JSONValue) throws(BaselineError) {
    host = try reader.text("host", of: value)
    processor = try reader.text("processor", of: value)
    coreCount = try reader.count("cores", of: value)
    loadBefore = try reader.numberIfThere("loadBefore", of: value)
    loadAfter = try reader.numberIfThere("loadAfter", of: value)
    stealShare = try reader.numberIfThere("stealShare", of: value)
    othersShare = try reader.numberIfThere("othersShare", of: value)
  }
}
