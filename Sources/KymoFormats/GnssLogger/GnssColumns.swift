/// The places of the values in the lines of one kind.
struct GnssColumns {
  /// The values that are read.
  enum Role: Int, CaseIterable {
    case time, elapsed, first, provider, latitude, longitude, altitude, speed, accuracy, bearing
    case verticalAccuracy
  }

  private var places: [Int?] = Role.allCases.map { _ in nil }

  /// The places of releases that write no header for such lines.
  init(usualOf line: GnssLine) {
    if line == .fix {
      for (role, place) in [
        (Role.provider, 1), (.latitude, 2), (.longitude, 3), (.altitude, 4), (.speed, 5),
        (.accuracy, 6), (.time, 7),
      ] {
        places[role.rawValue] = place
      }
    } else {
      for (role, place) in [(Role.time, 1), (.elapsed, 2), (.first, 3)] {
        places[role.rawValue] = place
      }
    }
  }

  /// Takes the names of a header.
  mutating func read(_ names: [String], of line: GnssLine) {
    var found: [Int?] = places.map { _ in nil }
    for (place, name) in names.enumerated() {
      guard let role = Self.role(name.lowercased()), found[role.rawValue] == nil else { continue }
      found[role.rawValue] = place
    }
    // Sensors have their numbers behind both times.
    if line != .fix { found[Role.first.rawValue] = 3 }
    guard found[Role.time.rawValue] != nil else { return }
    places = found
  }

  /// The place of a value; nil if it is not there.
  subscript(_ role: Role) -> Int? { places[role.rawValue] }

  private static func role(_ name: String) -> Role? {
    switch name {
    case "utctimemillis", "unixtimemillis", "(utc)timeinms": .time
    case "elapsedrealtimenanos": .elapsed
    case "provider": .provider
    case "latitude", "latitudedegrees": .latitude
    case "longitude", "longitudedegrees": .longitude
    case "altitude", "altitudemeters": .altitude
    case "speed", "speedmps": .speed
    case "accuracy", "accuracymeters": .accuracy
    case "bearing", "bearingdegrees": .bearing
    case "verticalaccuracymeters": .verticalAccuracy
    default: nil
    }
  }
}
