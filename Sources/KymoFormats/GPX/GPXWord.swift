import KymoRecording

/// The names of GPX that mean something here, the most frequent first.
enum GPXWord: UInt8, CaseIterable {
  case point, elevation, time, latitude, longitude
  case speed, course, horizontalAccuracy, verticalAccuracy, bearing
  case heartRate, cadence, bicycleCadence, temperature, airTemperature, power, powerInWatts
  case waypoint, routePoint, creator, root

  /// As the parser looks for it.
  var word: XMLWord {
    switch self {
    case .point: XMLWord("trkpt", .attributes)
    case .elevation: XMLWord("ele", .text)
    case .time: XMLWord("time", .text)
    case .latitude: XMLWord("lat", .mark)
    case .longitude: XMLWord("lon", .mark)
    case .speed: XMLWord("speed", .text)
    case .course: XMLWord("course", .text)
    case .horizontalAccuracy: XMLWord("hAcc", .text)
    case .verticalAccuracy: XMLWord("vAcc", .text)
    case .bearing: XMLWord("bearing", .text)
    case .heartRate: XMLWord("hr", .text)
    case .cadence: XMLWord("cad", .text)
    case .bicycleCadence: XMLWord("cadence", .text)
    case .temperature: XMLWord("temp", .text)
    case .airTemperature: XMLWord("atemp", .text)
    case .power: XMLWord("power", .text)
    case .powerInWatts: XMLWord("PowerInWatts", .text)
    case .waypoint: XMLWord("wpt", .attributes)
    case .routePoint: XMLWord("rtept", .attributes)
    case .creator: XMLWord("creator", .mark)
    case .root: XMLWord("gpx", .attributes)
    }
  }

  /// What the value of such an element or attribute becomes; nil for those that become none.
  var use: String? {
    switch self {
    case .elevation: "altitude"
    case .time: "time"
    case .latitude: "latitude"
    case .longitude: "longitude"
    case .speed: "speed"
    case .course, .bearing: "course"
    case .horizontalAccuracy: "horizontal accuracy"
    case .verticalAccuracy: "vertical accuracy"
    case .point, .waypoint, .routePoint, .creator, .root: nil
    default: extra?.channel.topic
    }
  }

  /// What such an element says beside where a point is; nil for those that do not.
  var extra: TrackExtra? {
    switch self {
    case .heartRate: .heartRate
    case .cadence, .bicycleCadence: .cadence
    case .temperature, .airTemperature: .temperature
    case .power, .powerInWatts: .power
    default: nil
    }
  }
}
