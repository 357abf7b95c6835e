import KymoRecording

/// How one app names files and columns, and what its numbers mean.
protocol CSVDialect: Sendable {
  /// The name of the app's export, for the origin of a session.
  var name: String { get }
  /// The look of its columns, in one phrase.
  var understood: String { get }
  /// The datum that the altitudes of its fixes are measured from.
  var altitudeDatum: SessionDescription.AltitudeDatum { get }
  /// The meaning of the accuracies of its fixes.
  var accuracyConfidence: SessionDescription.AccuracyConfidence { get }

  /// Returns the roles of the file for the import: none if its columns are not those of the app,
  /// and more than one if its rows are of several sensors.
  ///
  /// Its name without the extension is `title`. The time is in the column `time` if the user says so.
  func roles(header: CSVHeader, title: String, time: Int?) -> [TableRole]

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

extension CSVDialect {
  /// Adds nothing: the export has no file of facts.
  func addFacts(
    reader: CSVReader,
    header: CSVHeader,
    to facts: inout RecordingFacts
  ) throws(CSVError) {}
}
