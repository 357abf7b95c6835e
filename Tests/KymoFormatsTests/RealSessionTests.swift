import Foundation
import KymoCore
import KymoFormats
import KymoRecording
import Testing

/// Sessions that people recorded with their phones; the files are not part of this package.
@Suite("Real phone sessions") struct RealSessionTests {
  /// The folder beside the package that holds the sessions.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("shared/data/sensors")

  static func isThere(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  static func session(_ name: String) throws -> ImportedSession {
    let session = try Fixture.session(paths: folder.appendingPathComponent(name).path)
    #expect(zip(session.events, session.events.dropFirst()).allSatisfy { $0.precedes($1) })
    #expect(!session.description.origin.contains("/"))
    return session
  }

  static func meanMagnitude(_ session: ImportedSession) -> Double {
    let all = session.accelerations
    return all.reduce(0) { $0 + ($1.x * $1.x + $1.y * $1.y + $1.z * $1.z).squareRoot() }
      / Double(all.count)
  }

  @Test(
    "a phyphox walk keeps all its samples",
    .enabled(if: isThere("Aymdi__DeadReckoning"), "needs ../shared/data/sensors")
  )
  func phyphoxWalk() throws {
    let session = try Self.session("Aymdi__DeadReckoning")
    #expect(session.accelerations.count == 10_577)
    #expect(session.locations.count == 35)
    #expect(session.rules == [.invalidMarker])
    #expect(session.events[0].timestamp == 3_446_083)
    #expect(session.events.last?.timestamp == 105_051_648_100)
    #expect(abs(Self.meanMagnitude(session) - 9.81) < 0.3)
    #expect(session.locations[0].speed.isNaN)
    #expect(session.locations[0].horizontalAccuracy == 669.3864595)
    #expect(session.description.clock == .relative)
    #expect(session.description.gravity == .included)
  }

  @Test(
    "a long drive with Sensor Logger on Android starts with a cached fix",
    .enabled(if: isThere("jbrodovsky__mems-nav-dataset"), "needs ../shared/data/sensors")
  )
  func sensorLoggerDrive() throws {
    let session = try Self.session("jbrodovsky__mems-nav-dataset")
    #expect(session.accelerations.isEmpty)
    #expect(session.repairs.first?.rule == .cachedFix)
    #expect(session.events[0].timestamp == 1_691_185_678_576_000_051)
    #expect(session.locations[0].fixTimestamp == 1_691_185_677_581_023_000)
    #expect(session.locations.last?.latitude == 41.1596579)
    #expect(session.description.device == "Pixel 6a")
    #expect(session.description.clock == .unix)
    #expect(session.description.gravity == .unknown)
  }

  @Test(
    "uncalibrated iOS accelerations in g come out upright in m/s²",
    .enabled(
      if: isThere("simorxb__quaternion-complementary-filter"),
      "needs ../shared/data/sensors"
    )
  )
  func sensorLoggerInG() throws {
    let session = try Self.session("simorxb__quaternion-complementary-filter")
    #expect(session.accelerations.count == 2714)
    #expect(session.rules == [.unitGuessed, .axesGuessed])
    #expect(abs(session.accelerations[0].z - 9.2276) < 0.001)
    #expect(abs(Self.meanMagnitude(session) - 9.81) < 0.5)
    #expect(session.events[0].timestamp == 1_699_734_109_763_076_400)
  }
}

/// Tracks that people recorded with watches and receivers; the files are not part of this package.
@Suite("Real tracks") struct RealTrackTests {
  @Test(
    "of GPX keep all points that have times",
    .enabled(if: RealSessionTests.isThere("tkrajina__gpxpy"), "needs ../shared/data/sensors"),
    arguments: [
      ("tkrajina__gpxpy/cerknicko-jezero.gpx", 296, 7190, 0),
      ("tkrajina__gpxpy/around-visnjan-with-car.gpx", 104, 514, 0),
      ("tkrajina__gpxpy/track_with_speed.gpx", 3, 13, 3),
      ("tkrajina__gpxpy/unicode_with_bom.gpx", 1, 0, 0),
      ("placemark__togeojson/apple_watch_route.gpx", 44, 43, 44),
    ]
  )
  func tracks(name: String, count: Int, seconds: Int64, speeds: Int) throws {
    let path = RealSessionTests.folder.appendingPathComponent(name).path
    let session = try SessionImporter(formats: ImportFormats.all).import(paths: [path])
    let fixes = session.locations
    #expect(fixes.count == count)
    let times = session.events.map(\.timestamp)
    #expect((times.last ?? 0) - (times.first ?? 0) == seconds * 1_000_000_000)
    #expect(fixes.filter { $0.speed >= 0 && $0.speed < 50 }.count == speeds)
    #expect(fixes.allSatisfy { -50...700 ~= $0.altitude && abs($0.latitude) <= 60 })
    #expect(session.repairs.isEmpty)
  }
}
