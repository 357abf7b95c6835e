import KymoRecording

/// What an app counted, for the reports.
struct CountedByApp {
  /// The word in front: what the device is called, or "counted" for an app without one.
  let heading: String
  /// What was counted.
  let counters: [SessionResult.Counter]

  /// What a recording says that its app counted.
  init(_ counters: [SessionResult.Counter]) {
    heading = "counted"
    self.counters = counters
  }

  /// What an app has counted so far.
  init(_ app: any App) {
    heading = app.device?.name ?? "counted"
    counters = app.counters
  }
}
