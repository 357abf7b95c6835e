/// A file whose header was read and understood.
struct RecognisedFile {
  /// Whose columns they are.
  enum Format { case phyphox, sensorLogger }

  /// The file.
  var file: ImportFile
  /// Whose columns they are.
  var format: Format
  /// What they hold.
  var role: TableRole
  /// The names of the columns.
  var header: CSVHeader
  /// Stands at the header.
  var reader: CSVReader

  /// Whether rows of the file can become events.
  var hasEvents: Bool {
    switch role {
    case .acceleration, .location: true
    case .facts, .gravity, .unused, .unknownSensor: false
    }
  }
}
