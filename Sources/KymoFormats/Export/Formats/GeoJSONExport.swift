import KymoCore
import KymoMCAP
import KymoRecording

/// GeoJSON (RFC 7946): a collection with a point for each fix, one a line, with its time, speed, course and accuracies.
struct GeoJSONExport: SessionExport {
  let parts = [ExportPart()]
  private var dates = ExportDates()
  private var isFirst = true

  /// Prepares to write a session.
  init(_ session: ExportSession) {}

  func holds(_ channel: ExportChannel) -> Bool { channel.kind == .location }

  mutating func begin() {
    parts[0].text.put("{\"type\":\"FeatureCollection\",\"features\":[")
  }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    guard let fix = ExportReading.fix(data) else { return false }
    let text = parts[0].text
    text.put(isFirst ? "\n" : ",\n")
    isFirst = false
    text.put("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    text.put(json: fix.longitude)
    text.put(",")
    text.put(json: fix.latitude)
    if fix.altitude.isFinite {
      text.put(",")
      text.put(json: fix.altitude)
    }
    text.put("]},\"properties\":{\"time\":\"")
    dates.put(event.time, into: text)
    text.put("\"")
    for (name, value) in [
      ("speed", fix.speed), ("course", fix.course),
      ("horizontal_accuracy", fix.horizontalAccuracy),
      ("vertical_accuracy", fix.verticalAccuracy),
    ] where value.isFinite {
      text.put(",\"\(name)\":")
      text.put(number: value)
    }
    text.put("}}")
    return true
  }

  mutating func end() { parts[0].text.put("\n]}\n") }
}
