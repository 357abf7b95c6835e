/// The names of KML that mean something here, the most frequent first.
enum KMLWord: UInt8, CaseIterable {
  case when, coord, coordinates, placemark, point, line, begin, altitudeMode, track, ring, root

  /// As the parser looks for it.
  var word: XMLWord {
    switch self {
    case .when: XMLWord("when", .placedText)
    case .coord: XMLWord("coord", .placedText)
    case .coordinates: XMLWord("coordinates", .longText)
    case .placemark: XMLWord("Placemark", .attributes)
    case .point: XMLWord("Point", .mark)
    case .line: XMLWord("LineString", .mark)
    case .begin: XMLWord("begin", .text)
    case .altitudeMode: XMLWord("altitudeMode", .text)
    case .track: XMLWord("Track", .attributes)
    case .ring: XMLWord("LinearRing", .mark)
    case .root: XMLWord("kml", .mark)
    }
  }
}
