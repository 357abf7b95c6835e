import KymoCore
import KymoMCAP
import KymoRecording

/// A track of KML 2.2 with the extension of Google: the time and the place of each fix.
///
/// Speeds, courses and accuracies have no place.
struct KMLExport: SessionExport {
  let parts = [ExportPart()]
  private let session: ExportSession
  private var dates = ExportDates()

  /// Prepares to write a session.
  init(_ session: ExportSession) { self.session = session }

  func holds(_ channel: ExportChannel) -> Bool { channel.kind == .location }

  mutating func begin() {
    let text = parts[0].text
    text.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document><name>
      """
    )
    text.put(xml: session.name)
    text.put("</name><Placemark><name>")
    text.put(xml: session.name)
    text.put("</name><gx:Track><altitudeMode>absolute</altitudeMode>\n")
  }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    guard let fix = ExportReading.fix(data) else { return false }
    let text = parts[0].text
    text.put("<when>")
    dates.put(event.time, into: text)
    text.put("</when><gx:coord>")
    text.put(decimal: fix.longitude)
    text.put(" ")
    text.put(decimal: fix.latitude)
    if fix.altitude.isFinite {
      text.put(" ")
      text.put(decimal: fix.altitude)
    }
    text.put("</gx:coord>\n")
    return true
  }

  mutating func end() {
    parts[0].text.put("</gx:Track></Placemark></Document>\n</kml>\n")
  }
}
