import KymoRecording

extension ImportDecision {
  /// What it is for, in words.
  var users: String {
    switch self {
    case .platform, .units: "exports of phone apps in CSV or JSON"
    case .columns, .timeColumn: "tables (CSV)"
    case .timeUnit: "tables (CSV), JSON of sensors and logs of calls"
    case .every: "tracks without times (GPX, KML, gpsd)"
    }
  }
}
