import KymoCommandLine
import KymoFormats
import KymoRecording
import KymoText

/// The final report of an export of a session.
struct SessionExportResult {
  private let format: ExportFormat
  private let session: ExportSession
  private let report: ExportReport
  private let places: [String]

  /// Takes what was written, and where it is.
  init(
    _ format: ExportFormat,
    _ session: ExportSession,
    _ report: ExportReport,
    _ places: [String]
  ) {
    self.format = format
    self.session = session
    self.report = report
    self.places = places
  }

  /// The report for programs.
  var json: JSONText {
    [
      "schema": "kymograph.session-export/1",
      "format": JSONText(format.rawValue),
      "read": JSONText(report.read),
      "written": JSONText(report.written),
      "channels": JSONText(
        report.channels.map { channel in
          [
            "topic": JSONText(channel.topic), "isHeld": JSONText(channel.isHeld),
            "read": JSONText(channel.read), "written": JSONText(channel.written),
            "thinned": JSONText(channel.thinned), "unfit": JSONText(channel.unfit),
          ]
        }
      ),
      "interrupted": JSONText(report.wasStopped),
      "outputs": JSONText(places.map { JSONText($0) }),
    ]
  }

  /// The report for people.
  func print(to console: inout Console) {
    let parts = report.channels.filter { $0.written > 0 }
      .map { "\($0.written) \($0.topic.printable)" }
    let list = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    let place = places.count == 1 ? places[0] : "\(places.count) files"
    console.print("\(place): \(report.written) events\(list)")
    if places.count > 1 { for place in places { console.print("  wrote     \(place)") } }
    for channel in report.channels {
      let topic = channel.topic.printable
      if !channel.isHeld, channel.read > 0 {
        console.print("  left out  \(channel.read) \(topic): \(format.rawValue) does not hold them")
      }
      if channel.unfit > 0 {
        console.print("  left out  \(channel.unfit) \(topic): \(format.unfit)")
      }
      if channel.thinned > 0 {
        console.print(
          "  thinned   \(channel.thinned) \(topic): a later one of the same tick is there"
        )
      }
    }
    if session.description.clock == .relative, format.hasDates {
      let remedy =
        format == .sensorLogger ? "; import them with --time-column seconds_elapsed" : ""
      console.print(
        "  note      times count from the recording's start: they are dates of 1970\(remedy)"
      )
    }
    if session.description.altitudeDatum == .ellipsoid, format.wantsSeaLevel {
      console.print(
        "  note      altitudes are above the ellipsoid, as recorded; \(format.rawValue) means sea level"
      )
    }
  }
}
