import KymoRecording

/// What an app counted, for the reports.
struct CountedByApp {
  /// What the device is called; nil for an app without one, and if only a recording tells.
  let device: String?
  /// What was counted.
  let counters: [SessionResult.Counter]
  /// The word in front.
  var heading: String { device ?? "counted" }

  /// What a recording says that its app counted.
  init(_ counters: [SessionResult.Counter]) {
    device = nil
    self.counters = counters
  }

  /// What an app has counted so far.
  init(_ app: any App) {
    device = app.device?.name
    counters = app.counters
  }
}
