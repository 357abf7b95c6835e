import KymoBench
import KymoBridge
import KymoHistogram

extension LatencySummary {
  /// Reads the percentiles that a report has of times.
  ///
  /// - Parameters:
  ///   - reader: the document.
  ///   - name: the member that has them.
  ///   - value: the object that it is a member of.
  ///   - count: how many values there are, if there is any.
  /// - Throws: which member is missing or wrong.
  init(
    _ reader: borrowing ReportReader,
    _ name: String,
    of value: JSONValue,
    count: Int64
  ) throws(BaselineError) {
    guard let times = reader.document.member(name, of: value) else { throw .member(name) }
    func time(_ name: String) throws(BaselineError) -> Int64? {
      try reader.numberIfThere(name, of: times).map { Int64($0) }
    }
    // Of nothing, until it is said.
    self.init(Histogram(lowest: 1, highest: 2, significantDigits: 1))
    p50 = try time("p50")
    p90 = try time("p90")
    p99 = try time("p99")
    p999 = try time("p999")
    p9999 = try time("p9999")
    trimmedMean = try reader.numberIfThere("trimmedMean", of: times)
    let longest = try time("max")
    max = longest ?? 0
    self.count = longest == nil && p50 == nil ? 0 : count
  }
}
