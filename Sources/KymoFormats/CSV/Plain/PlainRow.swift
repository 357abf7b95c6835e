/// The numbers of a row that is plain.
struct PlainRow {
  /// The time of the row in ns.
  var timestamp: Int64 = 0
  /// ns since the start of the recording, or nil if the file does not say.
  var elapsed: Int64?
  /// The values in the unit of their channel; NaN for those that the file does not have.
  var values: InlineArray<6, Double> = .init(repeating: .nan)
}
