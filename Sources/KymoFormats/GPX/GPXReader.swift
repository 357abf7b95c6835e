import KymoCore
import KymoRecording

/// Reads one GPX file: its points, and what it has besides.
struct GPXReader {
  /// Where points come from, in the order of preference.
  enum Source: Int, CaseIterable {
    case track, route, waypoint

    /// The name of such points, for messages.
    var noun: String {
      switch self {
      case .track: "track points"
      case .route: "route points"
      case .waypoint: "waypoints"
      }
    }
  }

  /// The points by their source.
  private(set) var points: [TrackCollector]
  /// The words that had a value within a point of each source.
  private(set) var used: [[GPXWord]]
  /// The names within points of each source that mean nothing here.
  private(set) var unused: [[String]]
  /// The program that wrote the file, as it says; empty if it does not.
  private(set) var creator = ""
  /// What reads the values of the points of each source, and counts what is wrong with them.
  private(set) var fixes: [FixReader]

  private let file: ImportFile
  private var source: Source?
  private var point = TrackPoint(line: 0)
  private var bearing: Float = .nan
  private var hasTime = false
  private var isInRoot = false
  /// An element of an unknown name that has nothing in it so far.
  private var unknown: String?

  /// How many different names of unknown elements are listed.
  private static let namesKept = 64

  /// Names the file, and how far points without times are apart, in ns, if the user says so.
  init(_ file: ImportFile, interval: Int64?) {
    self.file = file
    points = Source.allCases.map { _ in TrackCollector(file: file.name, interval: interval) }
    used = Source.allCases.map { _ in [] }
    unused = used.map { _ in [] }
    fixes = Source.allCases.map { _ in FixReader() }
  }

  /// Takes the pieces of a block.
  ///
  /// - Throws: ``ImportError`` when there is no room for the points.
  mutating func take(_ block: inout XMLBlock) throws(ImportError) {
    let span = block.bytes.span
    for token in block.tokens {
      if token.word == XMLToken.unknown {
        seeUnknown(token, block)
        continue
      }
      guard let word = GPXWord(rawValue: token.word) else { continue }
      switch token.kind {
      case .begin: begin(word, token)
      case .attribute: attribute(word, span, token, block)
      case .text: break
      case .end: try end(word, span, token.range)
      }
    }
  }

  private mutating func seeUnknown(_ token: XMLToken, _ block: XMLBlock) {
    guard let source else { return }
    if token.kind == .begin {
      unknown = block.text(token)
    } else if let name = unknown {
      unknown = nil
      let known = unused[source.rawValue]
      if known.count < Self.namesKept, !known.contains(name) {
        unused[source.rawValue].append(name)
      }
    }
  }

  private mutating func begin(_ word: GPXWord, _ token: XMLToken) {
    unknown = nil
    switch word {
    case .point: start(.track, token)
    case .routePoint: start(.route, token)
    case .waypoint: start(.waypoint, token)
    case .root: isInRoot = true
    default: break
    }
  }

  private mutating func start(_ source: Source, _ token: XMLToken) {
    self.source = source
    point = TrackPoint(line: Int(token.line))
    fixes[source.rawValue].line = point.line
    bearing = .nan
    hasTime = false
  }

  private mutating func attribute(
    _ word: GPXWord,
    _ bytes: Span<UInt8>,
    _ token: XMLToken,
    _ block: XMLBlock
  ) {
    guard let source else {
      if word == .creator { creator = String(block.text(token).prefix(80)) }
      return
    }
    let value = fixes[source.rawValue].value(bytes, token.range)
    switch word {
    case .latitude: point.location.latitude = value
    case .longitude: point.location.longitude = value
    default: return
    }
    note(word)
  }

  private mutating func note(_ word: GPXWord) {
    guard let source, !used[source.rawValue].contains(word) else { return }
    used[source.rawValue].append(word)
  }

  private mutating func setExtra(_ word: GPXWord, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard let source, let extra = word.extra else { return }
    let value =
      extra == .temperature
      ? fixes[source.rawValue].value(bytes, range)
      : Double(fixes[source.rawValue].nonnegative(bytes, range))
    guard !value.isNaN else { return }
    point.extras[extra.rawValue] = value
    point.hasExtras = true
  }

  private mutating func end(
    _ word: GPXWord,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) throws(ImportError) {
    unknown = nil
    guard let source else { return }
    let place = source.rawValue
    switch word {
    case .elevation: point.location.altitude = fixes[place].value(bytes, range)
    case .time:
      let isFirst = !hasTime
      hasTime = true
      if isFirst { point.time = fixes[place].time(bytes, range) }
    case .speed: point.location.speed = fixes[place].nonnegative(bytes, range)
    case .course: point.location.course = fixes[place].course(bytes, range)
    case .bearing: bearing = fixes[place].course(bytes, range)
    case .horizontalAccuracy:
      point.location.horizontalAccuracy = fixes[place].nonnegative(bytes, range)
    case .verticalAccuracy: point.location.verticalAccuracy = fixes[place].nonnegative(bytes, range)
    case .point, .routePoint, .waypoint:
      self.source = nil
      if point.location.course.isNaN { point.location.course = bearing }
      guard fixes[place].admit(&point.location) else { return }
      return try points[place].add(point)
    case .latitude, .longitude, .creator, .root: return
    case .heartRate, .cadence, .bicycleCadence, .power, .powerInWatts, .temperature,
      .airTemperature:
      setExtra(word, bytes, range)
    }
    note(word)
  }
}
