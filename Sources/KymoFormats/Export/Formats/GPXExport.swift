import KymoCore
import KymoMCAP
import KymoRecording

/// GPX 1.1: one track of one segment, or waypoints with times, which Xcode takes for a simulated location.
///
/// Speed and course are those of Garmin's extension, accuracies elements of their own. The time is that of the event,
/// to the ns; of a waypoint it is the whole second, since Xcode reads no fractions, and of several in one second the first
/// stands for all.
struct GPXExport: SessionExport {
  let parts = [ExportPart()]
  private let session: ExportSession
  private let isWaypoints: Bool
  private var dates = ExportDates()
  private var lastSecond = Int64.min

  /// Prepares to write a session as a track, or as waypoints.
  init(_ session: ExportSession, isWaypoints: Bool = false) {
    self.session = session
    self.isWaypoints = isWaypoints
  }

  func holds(_ channel: ExportChannel) -> Bool { channel.kind == .location }

  mutating func begin() {
    let text = parts[0].text
    text.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Kymograph" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
      xmlns:kymo="urn:kymograph:gpx:1">
      <metadata><name>
      """
    )
    text.put(xml: session.name)
    text.put("</name></metadata>\n")
    guard !isWaypoints else { return }
    text.put("<trk><name>")
    text.put(xml: session.name)
    text.put("</name><trkseg>\n")
  }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    guard let fix = ExportReading.fix(data) else { return false }
    var time = event.time
    if isWaypoints {
      let second = time - time % 1_000_000_000
      guard second != lastSecond else { return false }
      lastSecond = second
      time = second
    }
    let text = parts[0].text
    text.put(isWaypoints ? "<wpt lat=\"" : "<trkpt lat=\"")
    text.put(decimal: fix.latitude)
    text.put("\" lon=\"")
    // The schema has no 180° east.
    text.put(decimal: fix.longitude == 180 ? -180 : fix.longitude)
    text.put("\">")
    if fix.altitude.isFinite {
      text.put("<ele>")
      text.put(decimal: fix.altitude)
      text.put("</ele>")
    }
    text.put("<time>")
    dates.put(time, into: text)
    text.put("</time>")
    if !isWaypoints {
      putExtensions(
        [("speed", fix.speed), ("course", fix.course)],
        [("hAcc", fix.horizontalAccuracy), ("vAcc", fix.verticalAccuracy)],
        into: text
      )
    }
    text.put(isWaypoints ? "</wpt>\n" : "</trkpt>\n")
    return true
  }

  private func putExtensions(
    _ garmin: [(String, Float)],
    _ own: [(String, Float)],
    into text: ExportText
  ) {
    let motion = garmin.filter { $0.1.isFinite }
    let accuracies = own.filter { $0.1.isFinite }
    guard !motion.isEmpty || !accuracies.isEmpty else { return }
    text.put("<extensions>")
    if !motion.isEmpty {
      text.put("<gpxtpx:TrackPointExtension>")
      for (name, value) in motion { put("gpxtpx:" + name, value, into: text) }
      text.put("</gpxtpx:TrackPointExtension>")
    }
    for (name, value) in accuracies { put("kymo:" + name, value, into: text) }
    text.put("</extensions>")
  }

  private func put(_ name: String, _ value: Float, into text: ExportText) {
    text.put("<\(name)>")
    text.put(decimal: value)
    text.put("</\(name)>")
  }

  mutating func end() {
    parts[0].text.put(isWaypoints ? "</gpx>\n" : "</trkseg></trk>\n</gpx>\n")
  }
}
