public import KymoRecording

extension Phone: AppDevice {
  /// Its name in reports.
  public var name: String { "phone" }
  /// Whether a request for the location is under way.
  public var wantsLocation: Bool { location.isRunning }
  /// The lines that the page logged.
  public var logLines: [String] { log.lines.map(\.text) }
}
