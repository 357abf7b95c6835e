import KymoRecording

/// What `Metadata.csv` of Sensor Logger says about the phone; older versions say less.
struct SensorLoggerMetadata: Equatable {
  /// The name of the phone, or empty.
  var device = ""
  /// Its system, if it is one of the known.
  var platform: PhonePlatform?
  /// Whether axes and units of iOS had been brought to Android's.
  var isStandardised: Bool?

  /// Nothing is known.
  init() {}

  /// Reads the one row behind the header.
  init(reader: CSVReader, header: CSVHeader) throws(CSVError) {
    var reader = reader
    guard try reader.nextRow() else { return }
    func text(_ column: Int?) -> String {
      guard let column, column < reader.fieldCount else { return "" }
      return reader.text(column)
    }
    device = text(header.index("device name"))
    platform = PhonePlatform(rawValue: text(header.index("platform")).lowercased())
    isStandardised = Bool(text(header.index("standardisation", "standardization")).lowercased())
  }
}
