import KymoCore
import KymoMCAP
import KymoRecording

/// Another MCAP file, for viewers: locations are `foxglove.LocationFix` in JSON, which maps show; all else is as recorded,
/// with the schemas of ROS 2 that viewers plot.
struct FoxgloveExport: SessionExport {
  /// The writer, which cannot be copied.
  private final class Box {
    var writer: MCAPWriter?
    var failure: MCAPError?
  }

  let parts = [ExportPart()]
  private let session: ExportSession
  private let box = Box()
  private let scratch = ExportText()

  /// Prepares to write a session.
  init(_ session: ExportSession) { self.session = session }

  func holds(_ channel: ExportChannel) -> Bool { true }

  mutating func begin() {
    attempt { () throws(MCAPError) in
      var writer = try MCAPWriter(parts[0].text)
      var known: [MCAPSchema] = []
      for (place, channel) in session.channels.enumerated() {
        var schema = channel.schema
        if channel.kind == .location { schema = Self.locationFix }
        var id: UInt16 = 0
        if let schema {
          if let found = known.first(where: { $0.name == schema.name && $0.data == schema.data }) {
            id = found.id
          } else {
            id = try writer.addSchema(
              name: schema.name,
              encoding: schema.encoding,
              data: schema.data
            )
            var own = schema
            own.id = id
            known.append(own)
          }
        }
        try writer.register(
          MCAPChannel(
            id: UInt16(place + 1),
            schemaID: id,
            topic: channel.topic,
            messageEncoding: channel.kind == .location ? "json" : channel.messageEncoding
          )
        )
      }
      box.writer = consume writer
    }
  }

  /// Does what may fail only if memory could; what comes after a failure is left out.
  private func attempt(_ body: () throws(MCAPError) -> Void) {
    guard box.failure == nil else { return }
    do throws(MCAPError) { try body() } catch { box.failure = error }
  }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    guard session.channels[event.channel].kind == .location else {
      put(event, data)
      return box.failure == nil
    }
    guard let fix = ExportReading.fix(data) else { return false }
    scratch.clear()
    let (seconds, rest) = event.time.quotientAndRemainder(dividingBy: 1_000_000_000)
    scratch.put("{\"timestamp\":{\"sec\":\(seconds),\"nsec\":\(rest)},\"frame_id\":\"phone\"")
    for (name, value) in [("latitude", fix.latitude), ("longitude", fix.longitude)] {
      scratch.put(",\"\(name)\":")
      scratch.put(json: value)
    }
    if fix.altitude.isFinite {
      scratch.put(",\"altitude\":")
      scratch.put(json: fix.altitude)
    }
    let horizontal = Double(fix.horizontalAccuracy) * Double(fix.horizontalAccuracy)
    let vertical = Double(fix.verticalAccuracy) * Double(fix.verticalAccuracy)
    let isKnown = horizontal.isFinite
    scratch.put(",\"position_covariance\":[")
    for place in 0..<9 {
      if place > 0 { scratch.put(",") }
      let own = place == 8 ? vertical : place % 4 == 0 ? horizontal : 0
      scratch.put(json: isKnown && own.isFinite ? own : 0)
    }
    scratch.put("],\"position_covariance_type\":\(isKnown ? 1 : 0)}")
    scratch.waiting.withRawSpan { put(event, $0) }
    return box.failure == nil
  }

  private func put(_ event: ExportEvent, _ data: RawSpan) {
    let time = UInt64(max(0, event.time))
    attempt { () throws(MCAPError) in
      try box.writer?.appendMessage(
        channel: UInt16(event.channel + 1),
        sequence: 0,
        logTime: time,
        publishTime: time,
        data: data
      )
    }
  }

  mutating func end() {
    attempt { () throws(MCAPError) in _ = try box.writer.take()?.finish() }
  }

  private static let locationFix = MCAPSchema(
    id: 1,
    name: "foxglove.LocationFix",
    encoding: "jsonschema",
    data: Array(
      """
      {"title": "foxglove.LocationFix", "type": "object", "properties": {
      "timestamp": {"type": "object", "title": "time", "properties": {"sec": {"type": "integer", "minimum": 0},
      "nsec": {"type": "integer", "minimum": 0, "maximum": 999999999}}},
      "frame_id": {"type": "string"}, "latitude": {"type": "number"}, "longitude": {"type": "number"},
      "altitude": {"type": "number"}, "position_covariance": {"type": "array", "items": {"type": "number"},
      "minItems": 9, "maxItems": 9}, "position_covariance_type": {"title": "foxglove.PositionCovarianceType",
      "oneOf": [{"title": "UNKNOWN", "const": 0}, {"title": "APPROXIMATED", "const": 1},
      {"title": "DIAGONAL_KNOWN", "const": 2}, {"title": "KNOWN", "const": 3}]}}}
      """.utf8
    )
  )
}
