import KymoCore
import KymoDevice
import Testing

@testable import KymoSamples

/// The handlers of the sample app, at the edges of what they accept.
@Suite("DeviceCatalog") struct DeviceCatalogTests {
  private static func dispatch(_ events: [Event]) throws -> [Outcome] {
    let table = try CommandTable(DeviceCatalog.makeMap())
    var dispatcher = Dispatcher(table: table, sink: OutcomeList())
    dispatcher.dispatch(events.span, arena: PayloadArena.empty)
    return dispatcher.sink.outcomes
  }

  private static func accel(_ x: Double, _ y: Double = 0, _ z: Double = 0) throws -> Event {
    let id = try CommandTable(DeviceCatalog.makeMap()).id(of: "accel")
    return Event(
      timestamp: 0,
      sequence: 0,
      command: id,
      source: .accelerometer,
      kind: .acceleration,
      payload: Payload(Acceleration(x: x, y: y, z: z))
    )
  }

  private static func sendloc(_ fix: Location, at time: Int64 = 0) throws -> Event {
    let id = try CommandTable(DeviceCatalog.makeMap()).id(of: "sendloc")
    return Event(
      timestamp: time,
      sequence: 0,
      command: id,
      source: .location,
      kind: .location,
      payload: Payload(fix)
    )
  }

  @Test("knows accel and sendloc, and nothing else") func commands() throws {
    let table = try CommandTable(DeviceCatalog.makeMap())
    #expect(table.names == ["accel", "sendloc"])
    #expect(table.id(of: "accel").rawValue == 1 && table.id(of: "sendloc").rawValue == 2)
    #expect(table.id(of: "play") == .unknown)
  }

  // MARK: accel

  @Test(
    "accepts accelerations up to ±160 m/s²",
    arguments: [0, -0.0, 160, -160, 159.999, .leastNonzeroMagnitude]
  )
  func inRange(value: Double) throws {
    for event in [
      try Self.accel(value), try Self.accel(0, value), try Self.accel(0, 0, value),
    ] {
      let outcome = try Self.dispatch([event])[0]
      #expect(outcome.status == .completed && outcome.stage == .view)
      #expect(outcome.replyKind == .acceleration)
    }
  }

  @Test(
    "refuses everything beyond, and what is no number",
    arguments: [
      Double(160).nextUp, -Double(160).nextUp, 1e300, .infinity, -.infinity, .nan,
      .signalingNaN,
    ]
  )
  func outOfRange(value: Double) throws {
    for event in [
      try Self.accel(value), try Self.accel(0, value), try Self.accel(0, 0, value),
    ] {
      let outcome = try Self.dispatch([event])[0]
      #expect(outcome.status == .validationFailed && outcome.stage == .validate)
      #expect(outcome.handler == 0 && outcome.replyKind == .none && outcome.errorCode == 0)
    }
  }

  @Test("replies with the first sample as it is") func firstSample() throws {
    let outcome = try Self.dispatch([Self.accel(1.25, -2.5, 9.81)])[0]
    #expect(outcome.reply.acceleration == Acceleration(x: 1.25, y: -2.5, z: 9.81))
  }

  @Test("smooths by the recurrence, on each axis of its own") func recurrence() throws {
    var events: [Event] = []
    var expected: [Acceleration] = []
    var smooth = Acceleration(x: 0, y: 0, z: 0)
    for index in 0..<200 {
      let sample = Acceleration(
        x: Double(index % 7) - 3,
        y: Double(index * index % 11),
        z: index == 100 ? 160 : 9.81
      )
      events.append(try Self.accel(sample.x, sample.y, sample.z))
      if index == 0 {
        smooth = sample
      } else {
        smooth.x = smooth.x + 0.1 * (sample.x - smooth.x)
        smooth.y = smooth.y + 0.1 * (sample.y - smooth.y)
        smooth.z = smooth.z + 0.1 * (sample.z - smooth.z)
      }
      expected.append(smooth)
    }
    #expect(try Self.dispatch(events).map(\.reply.acceleration) == expected)
  }

  @Test("a step is followed to 1 - 0.9ⁿ") func step() throws {
    let events = [try Self.accel(0)] + (try (0..<50).map { _ in try Self.accel(10) })
    let outcomes = try Self.dispatch(events)
    var left = 1.0
    for (index, outcome) in outcomes.enumerated() {
      if index > 0 { left *= 0.9 }
      #expect(abs(outcome.reply.acceleration.x - 10 * (1 - left)) < 1e-9, "sample \(index)")
    }
  }

  @Test("a refused sample leaves no trace in the filter") func refused() throws {
    let good = [try Self.accel(1), try Self.accel(5)]
    let mixed = [
      try Self.accel(.nan), good[0], try Self.accel(161), try Self.accel(.infinity), good[1],
    ]
    let expected = try Self.dispatch(good)
    let found = try Self.dispatch(mixed).filter { $0.status == .completed }
    #expect(found.map(\.reply.acceleration) == expected.map(\.reply.acceleration))
    #expect(expected[1].reply.acceleration.x == 1.4)
  }

  @Test("two tables have two filters") func separate() throws {
    let first = try Self.dispatch([Self.accel(100)])
    let second = try Self.dispatch([Self.accel(-100)])
    #expect(first[0].reply.acceleration.x == 100 && second[0].reply.acceleration.x == -100)
  }

  // MARK: sendloc

  private static let second: Int64 = 1_000_000_000

  private static func fix(_ time: Int64, latitude: Double = 46) -> Location {
    Location(latitude: latitude, longitude: 7, altitude: 500, fixTimestamp: time)
  }

  @Test(
    "takes a fix younger than five seconds, from the past or the future",
    arguments: [
      (100, 100, true), (100, 95, false), (100, 105, false), (0, 4, true), (0, -4, true),
      (0, 5, false), (0, -5, false), (0, 3600, false),
    ] as [(Int64, Int64, Bool)]
  )
  func age(now: Int64, fixTime: Int64, isFresh: Bool) throws {
    let event = try Self.sendloc(Self.fix(fixTime * Self.second), at: now * Self.second)
    let outcome = try Self.dispatch([event])[0]
    #expect(outcome.status == (isFresh ? .completed : .exited))
    #expect(outcome.stage == (isFresh ? .view : .business))
    #expect(outcome.replyKind == (isFresh ? .coordinates : .none))
  }

  @Test("counts the five seconds to the nanosecond") func nanosecond() throws {
    let limit = FirstFreshFix.maximumAgeNanoseconds
    #expect(limit == 5 * Self.second)
    let now = 77 * Self.second
    for (fixTime, isFresh) in [
      (now - limit, false), (now - limit + 1, true), (now + limit - 1, true),
      (now + limit, false),
    ] {
      let outcome = try Self.dispatch([Self.sendloc(Self.fix(fixTime), at: now)])[0]
      #expect(outcome.status == (isFresh ? .completed : .exited), "\(fixTime - now) ns")
    }
  }

  @Test(
    "ages beyond 64 bits are stale",
    arguments: [
      (.max, .min, false), (.min, .max, false), (.max, .max, true), (.min, .min, true),
      (0, .min, false), (-1, .max, false), (0, .max, false), (.min, 0, false),
      (.max, .max - 4_999_999_999, true), (.min, .min + 5_000_000_000, false),
    ] as [(Int64, Int64, Bool)]
  )
  func extremes(now: Int64, fixTime: Int64, isFresh: Bool) throws {
    let outcome = try Self.dispatch([Self.sendloc(Self.fix(fixTime), at: now)])[0]
    #expect(outcome.status == (isFresh ? .completed : .exited))
  }

  @Test("takes one fix, once; a stale or invalid one before does not count") func latch() throws {
    let events = [
      try Self.sendloc(Self.fix(0, latitude: 1), at: 9 * Self.second),
      try Self.sendloc(Self.fix(9 * Self.second, latitude: 91), at: 9 * Self.second),
      try Self.sendloc(Self.fix(9 * Self.second, latitude: 2), at: 9 * Self.second),
      try Self.sendloc(Self.fix(10 * Self.second, latitude: 3), at: 10 * Self.second),
      try Self.sendloc(Self.fix(9 * Self.second, latitude: 2), at: 9 * Self.second),
      try Self.sendloc(Self.fix(9 * Self.second, latitude: 91), at: 9 * Self.second),
    ]
    let outcomes = try Self.dispatch(events)
    #expect(
      outcomes.map(\.status)
        == [.exited, .validationFailed, .completed, .exited, .exited, .validationFailed]
    )
    #expect(outcomes[2].reply.acceleration == Acceleration(x: 2, y: 7, z: 500))
    #expect(outcomes.map(\.replyKind) == [.none, .none, .coordinates, .none, .none, .none])
  }

  @Test(
    "accepts every position on the globe",
    arguments: [
      (90, 180, 0, 0), (-90, -180, -430, 1e9), (0, 0, .nan, .nan), (-0.0, 180, 1e308, -0.0),
      (89.999, -179.999, -1e308, .infinity),
    ] as [(Double, Double, Double, Float)]
  )
  func onTheGlobe(latitude: Double, longitude: Double, altitude: Double, accuracy: Float) throws {
    let fix = Location(
      latitude: latitude,
      longitude: longitude,
      altitude: altitude,
      horizontalAccuracy: accuracy,
      fixTimestamp: 0
    )
    let outcome = try Self.dispatch([Self.sendloc(fix)])[0]
    #expect(outcome.status == .completed)
    let reply = outcome.reply.acceleration
    #expect(reply.x == latitude && reply.y == longitude)
    #expect(reply.z == altitude || reply.z.isNaN && altitude.isNaN)
  }

  @Test(
    "refuses positions off the globe and accuracies below zero",
    arguments: [
      (Double(90).nextUp, 0, 0, 1), (-Double(90).nextUp, 0, 0, 1), (0, Double(180).nextUp, 0, 1),
      (0, -Double(180).nextUp, 0, 1), (.nan, 0, 0, 1), (0, .nan, 0, 1), (.infinity, 0, 0, 1),
      (0, -.infinity, 0, 1), (0, 0, .infinity, 1), (0, 0, -.infinity, 1), (0, 0, 0, -1),
      (0, 0, 0, -.leastNonzeroMagnitude), (0, 0, 0, -.infinity),
    ] as [(Double, Double, Double, Float)]
  )
  func offTheGlobe(latitude: Double, longitude: Double, altitude: Double, accuracy: Float) throws {
    let fix = Location(
      latitude: latitude,
      longitude: longitude,
      altitude: altitude,
      horizontalAccuracy: accuracy,
      fixTimestamp: 0
    )
    let outcome = try Self.dispatch([Self.sendloc(fix)])[0]
    #expect(outcome.status == .validationFailed && outcome.stage == .validate)
    #expect(outcome.replyKind == .none)
  }
}
