import KymoCore
import KymoRecording

/// The tables of the events that a page gets: DeviceMotion, DeviceOrientation and Geolocation of the W3C.
///
/// Times are in ms. Accelerations are on the canonical axes but in WebKit on iOS, where the sign is the opposite;
/// rotation rates are in degrees a second.
struct PageEventCSV: CSVDialect {
  /// What brings times since the page was opened to 1970, in ns; 0 if nobody knows.
  var offset: Int64
  /// Why it is what it is.
  var evidence: String

  var name: String { "events of a page" }
  var understood: String { "events of a page" }
  var altitudeDatum: SessionDescription.AltitudeDatum { .ellipsoid }
  var accuracyConfidence: SessionDescription.AccuracyConfidence { .percent95 }

  func roles(header: CSVHeader, title: String, time: Int?) -> [TableRole] {
    guard let time = header.index("timestamp") ?? header.index("t") else { return [] }
    let isFix = title == "Geolocation"
    let times = TimeColumns(
      time: time,
      unit: .milliseconds,
      basis: .header,
      origin: isFix ? .unix : .unknown,
      move: isFix || offset == 0 ? nil : ClockMove(offset: offset, evidence: evidence)
    )
    switch title {
    case "Geolocation": return fix(header, times)
    case "RotationRate": return rotation(header, times)
    case "TotalAcceleration", "Acceleration":
      guard let x = header.index("x"), let y = header.index("y"), let z = header.index("z") else {
        return [.unused]
      }
      let isTotal = title == "TotalAcceleration"
      return [
        .acceleration(
          AccelerationTable(
            times: times,
            x: x,
            y: y,
            z: z,
            unit: .metresPerSecondSquared,
            hasGravity: isTotal,
            otherTopic: isTotal ? nil : InputChannel.linearAcceleration.topic,
            rank: isTotal ? 0 : 1
          )
        )
      ]
    default:
      let topic = InputChannel.topic(named: title)
      return SampleTable.rest(of: header, besides: [], topic: topic, times: times)
        .map { [.samples($0)] } ?? [.unused]
    }
  }

  private func fix(_ header: CSVHeader, _ times: TimeColumns) -> [TableRole] {
    guard let latitude = header.index("latitude"), let longitude = header.index("longitude") else {
      return [.unused]
    }
    return [
      .location(
        LocationTable(
          times: times,
          latitude: latitude,
          longitude: longitude,
          altitude: header.index("altitude"),
          horizontalAccuracy: header.index("accuracy"),
          verticalAccuracy: header.index("altitudeaccuracy"),
          speed: header.index("speed"),
          course: header.index("heading"),
          rank: 0
        )
      )
    ]
  }

  /// Alpha turns about z, beta about x, gamma about y.
  private func rotation(_ header: CSVHeader, _ times: TimeColumns) -> [TableRole] {
    let fields = [("x", "beta"), ("y", "gamma"), ("z", "alpha")].map { name, column in
      SampleTable.Field(
        name: name,
        column: header.index(column),
        factor: Double.pi / 180,
        usual: SampleTable.usualTurn
      )
    }
    return [
      .samples(
        SampleTable(topic: InputChannel.gyroscope.topic, times: times, fields: fields, rank: 0)
      )
    ]
  }

  func scale(
    _ table: AccelerationTable,
    _ facts: RecordingFacts,
    medianMagnitude: Double
  ) -> AccelerationScale {
    guard facts.platform != .ios else {
      let text = "WebKit on iOS gives accelerations on opposite axes; multiplied by -1."
      return AccelerationScale(factor: -1, note: (.conversion, text))
    }
    guard facts.platform == nil else { return AccelerationScale(factor: 1) }
    let text =
      "Nothing states the phone's system; taken as the standard says, +9.81 on z at rest, face up. Of an iPhone they "
      + "are the opposite: say --platform ios."
    return AccelerationScale(factor: 1, note: (.assumption, text))
  }
}
