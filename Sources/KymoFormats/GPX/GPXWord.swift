/// The names of GPX that mean something here, the most frequent first.
enum GPXWord: UInt8, CaseIterable {
  case point, elevation, time, latitude, longitude
  case speed, course, horizontalAccuracy, verticalAccuracy, bearing
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
    }
  }
}
