import KymoCore
import KymoMCAP
import KymoRecording

/// A track of KML 2.2 with the extension of Google: the time and the place of each fix.
///
/// A track has all times before all places, so that both wait until there are very many; of more points than that
/// several tracks are made, which belong together. Speeds, courses and accuracies have no place.
struct KMLExport: SessionExport {
  let parts = [ExportPart()]
  private let session: ExportSession
  private var dates = ExportDates()
  /// The points of the track at hand.
  private let times = ExportText()
  private let places = ExportText()
  private var count = 0
  /// Whether tracks went out before.
  private var isMulti = false

  /// How many points a track has at most.
  private static let mostPoints = 10_000

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
    text.put("</name>\n")
  }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    guard let fix = ExportReading.fix(data) else { return false }
    if count == Self.mostPoints {
      if !isMulti { parts[0].text.put("<gx:MultiTrack><gx:interpolate>1</gx:interpolate>\n") }
      isMulti = true
      putTrack()
    }
    count += 1
    times.put("<when>")
    dates.put(event.time, into: times)
    times.put("</when>\n")
    places.put("<gx:coord>")
    places.put(decimal: fix.longitude)
    places.put(" ")
    places.put(decimal: fix.latitude)
    if fix.altitude.isFinite {
      places.put(" ")
      places.put(decimal: fix.altitude)
    }
    places.put("</gx:coord>\n")
    return true
  }

  private mutating func putTrack() {
    let text = parts[0].text
    text.put("<gx:Track><altitudeMode>absolute</altitudeMode>\n")
    text.put(times)
    text.put(places)
    text.put("</gx:Track>\n")
    times.clear()
    places.clear()
    count = 0
  }

  mutating func end() {
    putTrack()
    parts[0].text.put((isMulti ? "</gx:MultiTrack>" : "") + "</Placemark></Document>\n</kml>\n")
  }
}
