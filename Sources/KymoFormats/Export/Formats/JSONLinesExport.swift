import KymoCore
import KymoMCAP
import KymoRecording

/// One JSON object a line for every event: `{"time_ns":…,"topic":"/accelerometer","data":{"x":…,"y":…,"z":…}}`.
///
/// A number that is none is null. A message of JSON stands there as recorded, but on one line; one that nothing describes
/// as `"hex"`.
struct JSONLinesExport: SessionExport {
  let parts = [ExportPart()]
  private let session: ExportSession
  private let heads: [String]

  /// Prepares to write a session.
  init(_ session: ExportSession) {
    self.session = session
    heads = session.channels.map { channel in
      let text = ExportText()
      text.put(",\"topic\":")
      text.put(quoted: channel.topic)
      return String(decoding: text.waiting, as: UTF8.self)
    }
  }

  func holds(_ channel: ExportChannel) -> Bool { true }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    let text = parts[0].text
    text.put("{\"time_ns\":")
    text.put(event.time)
    text.put(heads[event.channel])
    if !Self.put(session.channels[event.channel], data, into: text) {
      text.put(",\"hex\":\"")
      text.put(hexadecimal: data)
      text.put("\"")
    }
    text.put("}\n")
    return true
  }

  /// Puts the fields of a message; false, with nothing put, if it is not what its channel says.
  private static func put(
    _ channel: ExportChannel,
    _ data: RawSpan,
    into text: ExportText
  ) -> Bool {
    switch channel.kind {
    case .acceleration: return put(["x", "y", "z"], data, into: text)
    case .numbers(let names): return put(names, data, into: text)
    case .location:
      guard let fix = ExportReading.location(data) else { return false }
      text.put(",\"data\":{\"latitude\":")
      text.put(json: fix.latitude)
      text.put(",\"longitude\":")
      text.put(json: fix.longitude)
      text.put(",\"altitude\":")
      text.put(json: fix.altitude)
      text.put(",\"horizontal_accuracy\":")
      text.put(json: fix.horizontalAccuracy)
      text.put(",\"vertical_accuracy\":")
      text.put(json: fix.verticalAccuracy)
      text.put(",\"speed\":")
      text.put(json: fix.speed)
      text.put(",\"course\":")
      text.put(json: fix.course)
      text.put(",\"fix_time\":")
      text.put(fix.fixTimestamp)
      text.put("}")
    case .request, .json:
      guard channel.fields(data) != nil else { return false }
      text.put(",\"data\":")
      text.put(onOneLine: data)
    case .fields(let paths):
      guard let fields = channel.fields(data) else { return false }
      var object = JSONFields(text, isNested: !paths.isEmpty)
      text.put(",\"data\":")
      for field in fields { object.put(field.path, field.value) }
      object.end()
    case .bytes: return false
    }
    return true
  }

  private static func put(_ names: [String], _ data: RawSpan, into text: ExportText) -> Bool {
    guard ExportReading.has(names.count, data) else { return false }
    text.put(",\"data\":{")
    for (place, name) in names.enumerated() {
      text.put(place > 0 ? ",\"" : "\"")
      text.put(name)
      text.put("\":")
      text.put(json: ExportReading.double(place, data))
    }
    text.put("}")
    return true
  }
}
