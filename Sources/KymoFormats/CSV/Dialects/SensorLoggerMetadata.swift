import KymoRecording

/// The facts about the phone in `Metadata.csv` of Sensor Logger; older versions say less.
struct SensorLoggerMetadata: Equatable {
  /// The name of the phone, or empty.
  var device = ""
  /// Its system, if it is one of the known.
  var platform: PhonePlatform?
  /// Whether axes and units of iOS had been brought to Android's.
  var isStandardised: Bool?

  /// How long two rows of a sensor shall be apart, in s, by the sensor's name in lower case.
  var periods: [String: Double] = [:]

  /// The columns that are read.
  static let columns = [
    "device name", "platform", "standardisation", "standardization", "sensors", "sampleratems",
  ]

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
    let sensors = text(header.index("sensors")).split(
      separator: "|",
      omittingEmptySubsequences: false
    )
    let rates = text(header.index("sampleratems"))
      .split(separator: "|", omittingEmptySubsequences: false)
    for (sensor, rate) in zip(sensors, rates) {
      // 0 is "as fast as possible", empty is "does not apply".
      guard let milliseconds = Double(rate), milliseconds > 0, milliseconds < 1e9 else { continue }
      periods[sensor.lowercased()] = milliseconds / 1000
    }
    isStandardised = Bool(text(header.index("standardisation", "standardization")).lowercased())
  }
}
