import KymoRecording

/// The counts of an app, for the reports.
struct CountedByApp {
  /// The name of the device; nil for an app without one, and if only a recording tells.
  let device: String?
  /// The counts.
  let counters: [SessionResult.Counter]
  /// The word in front.
  var heading: String { device ?? "counted" }

  /// Takes the counts that a recording states for its app.
  init(_ counters: [SessionResult.Counter]) {
    device = nil
    self.counters = counters
  }

  /// Takes the counts of an app so far.
  init(_ app: any App) {
    device = app.device?.name
    counters = app.counters
  }
}
