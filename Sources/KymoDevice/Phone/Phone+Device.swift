public import KymoRecording

extension Phone: AppDevice {
  /// What it is called in reports.
  public var name: String { "phone" }
  /// Whether a request for the location is under way.
  public var wantsLocation: Bool { location.isRunning }
  /// What the page logged.
  public var logLines: [String] { log.lines.map(\.text) }
}
