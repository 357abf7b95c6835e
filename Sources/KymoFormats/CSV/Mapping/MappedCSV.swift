import KymoRecording

/// Plain CSV of any make, whose columns the user states, or whose names leave little doubt.
struct MappedCSV: CSVDialect {
  /// The statement that would say what was guessed; nil if the user said it.
  var guess: [ColumnMapping]?
  /// The statement of the user; none if there is none.
  var columns: [ColumnMapping] = []

  var name: String { "CSV" }
  var understood: String { "any CSV with --columns" }
  var altitudeDatum: SessionDescription.AltitudeDatum { .unknown }
  var accuracyConfidence: SessionDescription.AccuracyConfidence { .unknown }

  func roles(header: CSVHeader, title: String, time: Int?) -> [TableRole] {
    (try? MappedTables(guess ?? columns, header, title: title, time: time).roles) ?? []
  }

  func scale(
    _ table: AccelerationTable,
    _ facts: RecordingFacts,
    medianMagnitude: Double
  ) -> AccelerationScale {
    .combined(
      table,
      platform: facts.platform,
      isStandardised: facts.isStandardised,
      medianMagnitude: medianMagnitude
    )
  }
}
