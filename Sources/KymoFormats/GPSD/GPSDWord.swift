/// The keys of gpsd's reports that mean something here.
enum GPSDWord: CaseIterable {
  case reportClass, device, mode, time, latitude, longitude, altitudeHAE, altitudeMSL, altitude
  case separation, speed, track, eph, epx, epy, epv

  /// The key as it is written; eight bytes at most.
  var key: StaticString {
    switch self {
    case .reportClass: "class"
    case .device: "device"
    case .mode: "mode"
    case .time: "time"
    case .latitude: "lat"
    case .longitude: "lon"
    case .altitudeHAE: "altHAE"
    case .altitudeMSL: "altMSL"
    case .altitude: "alt"
    case .separation: "geoidSep"
    case .speed: "speed"
    case .track: "track"
    case .eph: "eph"
    case .epx: "epx"
    case .epy: "epy"
    case .epv: "epv"
    }
  }

  /// What its value becomes; nil for those that become none.
  var use: String? {
    switch self {
    case .reportClass, .device, .mode: nil
    case .time: "time"
    case .latitude: "latitude"
    case .longitude: "longitude"
    case .altitudeHAE, .altitudeMSL, .altitude, .separation: "altitude"
    case .speed: "speed"
    case .track: "course"
    case .eph, .epx, .epy: "horizontal accuracy"
    case .epv: "vertical accuracy"
    }
  }
}
