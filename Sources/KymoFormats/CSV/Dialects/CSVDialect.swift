import KymoRecording

/// How one app names files and columns, and what its numbers mean.
protocol CSVDialect: Sendable {
  /// The name of the app's export, for the origin of a session.
  var name: String { get }
  /// What its columns look like, in one phrase.
  var understood: String { get }
  /// What the altitudes of its fixes are measured from.
  var altitudeDatum: SessionDescription.AltitudeDatum { get }
  /// What the accuracies of its fixes mean.
  var accuracyConfidence: SessionDescription.AccuracyConfidence { get }

  /// What the file is to the import, or nil if its columns are not those of the app.
  func role(header: CSVHeader, stem: String) -> TableRole?

  /// Adds what a file of the role ``TableRole/facts`` says; `reader` stands at its header.
  func addFacts(
    reader: CSVReader,
    header: CSVHeader,
    to facts: inout RecordingFacts
  ) throws(CSVError)

  /// How the accelerations of a table become m/s² on the canonical axes.
  func scale(
    _ table: AccelerationTable,
    _ facts: RecordingFacts,
    medianMagnitude: Double
  ) -> AccelerationScale
}
