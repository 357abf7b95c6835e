import KymoCore
import KymoRecording

/// Reads one KML file: its tracks, its places with and without times, and its lines.
struct KMLReader {
  /// Where points come from, in the order of preference.
  enum Source: Int, CaseIterable {
    case track, line, point

    /// The name of such points, for messages.
    var noun: String {
      switch self {
      case .track: "points of tracks"
      case .line: "points of lines"
      case .point: "places"
      }
    }
  }

  /// The points by their source.
  private(set) var points: [TrackCollector]
  /// What reads the values of the points of each source, and counts what is wrong with them.
  private(set) var fixes: [FixReader]
  /// The names within tracks that mean nothing here.
  private(set) var unused: [String] = []

  private let file: ImportFile
  private var coordinates = KMLCoordinates()
  private var isInTrack = false
  /// Which points the coordinates at hand are; nil for none, such as the border of an area.
  private var geometry: Source?
  /// The times of the track that no place has yet.
  private var times: TimeQueue
  /// What the placemark at hand has.
  private var place = (time: Int64?.none, points: [TrackPoint](), line: 0)

  /// How many different names of unknown elements are listed.
  private static let namesKept = 64

  /// Names the file, and how far points without times are apart, in ns, if the user says so.
  init(_ file: ImportFile, interval: Int64?) {
    self.file = file
    points = Source.allCases.map { _ in TrackCollector(file: file.name, interval: interval) }
    fixes = Source.allCases.map { _ in FixReader() }
    times = TimeQueue(file: file.name)
  }

  /// Takes the pieces of a block.
  ///
  /// - Throws: ``ImportError`` when there is no room for the points.
  mutating func take(_ block: inout XMLBlock) throws(ImportError) {
    let span = block.bytes.span
    for token in block.tokens {
      guard let word = KMLWord(rawValue: token.word) else {
        if isInTrack, token.kind == .begin { note(block.text(token)) }
        continue
      }
      switch token.kind {
      case .begin: try begin(word, Int(token.line))
      case .attribute: break
      case .text: try read(span, token.range, isEnd: false)
      case .end: try end(word, span, token.range)
      }
    }
  }

  private mutating func note(_ name: String) {
    guard unused.count < Self.namesKept, !unused.contains(name) else { return }
    unused.append(name)
  }

  private mutating func begin(_ word: KMLWord, _ line: Int) throws(ImportError) {
    switch word {
    case .placemark:
      place = (nil, [], line)
      fixes[Source.point.rawValue].line = line
    case .track:
      isInTrack = true
      coordinates.mode = .none
      times = TimeQueue(file: file.name)
    case .line: start(.line)
    case .point: start(.point)
    case .ring: geometry = nil
    case .when, .coord: fixes[Source.track.rawValue].line = line
    case .coordinates:
      if let geometry { fixes[geometry.rawValue].line = line }
    case .begin, .altitudeMode, .root: break
    }
  }

  private mutating func start(_ source: Source) {
    geometry = source
    coordinates.mode = .none
  }

  private mutating func end(
    _ word: KMLWord,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) throws(ImportError) {
    let track = Source.track.rawValue
    switch word {
    case .when where isInTrack:
      try times.append(fixes[track].time(bytes, range), line: fixes[track].line)
    case .when, .begin:
      if place.time == nil { place.time = fixes[Source.point.rawValue].time(bytes, range) }
    case .coord: try takeCoordinate(bytes, range)
    case .coordinates: try read(bytes, range, isEnd: true)
    case .altitudeMode: setMode(bytes, range)
    case .track:
      isInTrack = false
      if times.count > 0 {
        fixes[track].tally.add(.missingPosition, line: fixes[track].line, count: times.count)
      }
      times = TimeQueue(file: file.name)
    case .line, .point, .ring: geometry = nil
    case .placemark:
      for var point in place.points {
        point.time = place.time
        try points[Source.point.rawValue].add(point)
      }
      place = (nil, [], 0)
    case .root: break
    }
  }

  private mutating func takeCoordinate(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) throws(ImportError) {
    guard isInTrack else { return }
    let track = Source.track.rawValue
    var point = TrackPoint(line: fixes[track].line)
    point.time = (try times.next()) ?? nil
    point.location = coordinates.location(
      bytes,
      range,
      separator: UInt8(ascii: " "),
      &fixes[track]
    )
    guard fixes[track].admit(&point.location) else { return }
    try points[track].add(point)
  }

  private mutating func read(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    isEnd: Bool
  ) throws(ImportError) {
    guard let geometry else { return }
    var reader = fixes[geometry.rawValue]
    var found: [TrackPoint] = []
    try coordinates.read(bytes, range, isEnd: isEnd, &reader) {
      (location, reader) throws(ImportError) in
      var point = TrackPoint(line: reader.line)
      point.location = location
      if reader.admit(&point.location) { found.append(point) }
    }
    fixes[geometry.rawValue] = reader
    if geometry == .point {
      // A place has one, whatever is written.
      if place.points.count < 64 { place.points += found.prefix(1) }
      return
    }
    for point in found { try points[geometry.rawValue].add(point) }
  }

  private mutating func setMode(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var text = ""
    for place in range.prefix(32) where bytes[place] > UInt8(ascii: " ") {
      text.unicodeScalars.append(Unicode.Scalar(bytes[place]))
    }
    switch text {
    case "absolute": coordinates.mode = .absolute
    case "clampToGround", "clampToSeaFloor": coordinates.mode = .none
    default: coordinates.mode = .relative
    }
  }
}
