public import KymoRecording

/// The formats that `kymo import` understands, in the order of preference.
public enum ImportFormats {
  /// A further format is a line here.
  public static let all: [any ImportFormat] = [
    CSVFormat(),
    SensorJSONFormat(),
    GPXFormat(),
    KMLFormat(),
    GnssLoggerFormat(),
    NMEAFormat(),
    GPSDFormat(),
    ForeignMCAPFormat(),
  ]
}
