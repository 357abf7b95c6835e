import Foundation
import KymoCore
import KymoSynth
import KymoRecording
import KymoTestSupport
import Testing

@Suite("Synthetic session") struct SyntheticSessionTests {
  static let orderedKinds: [SyntheticSession.Kind] = [.walk, .drive, .still]

  static func magnitude(_ event: Event) -> Double {
    let value = event.payload.acceleration
    return (value.x * value.x + value.y * value.y + value.z * value.z).squareRoot()
  }

  /// The way over ground in m, on a sphere.
  static func distance(_ a: Location, _ b: Location) -> Double {
    let radians = Double.pi / 180
    let north = (b.latitude - a.latitude) * radians
    let east = (b.longitude - a.longitude) * radians * cos(a.latitude * radians)
    return 6_371_000 * (north * north + east * east).squareRoot()
  }

  static func fixes(_ session: SyntheticSession) -> [(timestamp: Int64, location: Location)] {
    session.filter { $0.kind == .location }.map { ($0.timestamp, $0.payload.location) }
  }

  @Test(
    "has the same bytes in every process and build",
    arguments: [
      (.walk, 0xA89E_FB86_5BDB_CCD4), (.drive, 0xBB57_4978_4AAF_44FF),
      (.still, 0xD7B6_4A57_906F_6DEF), (.adversarial, 0x03D8_3A96_6608_A0B8),
    ] as [(SyntheticSession.Kind, UInt64)]
  )
  func golden(kind: SyntheticSession.Kind, expected: UInt64) {
    var digest = WordDigest()
    var session = SyntheticSession(kind: kind, seed: 42, durationNanoseconds: 1 << 50)
    for _ in 0..<10_000 {
      if let event = session.next() { digest.add(event) }
    }
    #expect(digest.value == expected, "0x\(String(digest.value, radix: 16))")
  }

  @Test("depends on nothing but seed and parameters", arguments: SyntheticSession.Kind.allCases)
  func seeds(kind: SyntheticSession.Kind) {
    func digest(_ seed: UInt64) -> UInt64 {
      var digest = WordDigest()
      for event in SyntheticSession(kind: kind, seed: seed, durationNanoseconds: 20_000_000_000) {
        digest.add(event)
      }
      return digest.value
    }
    #expect(digest(1) == digest(1))
    #expect(Set((0..<20).map { digest($0) }).count == 20)
  }

  @Test("says what it is", arguments: SyntheticSession.Kind.allCases)
  func description(kind: SyntheticSession.Kind) {
    let description = SyntheticSession(kind: kind, seed: 7).description
    #expect(description.seed == 7)
    #expect(description.clock == .relative)
    #expect(description.gravity == .included)
    #expect(description.origin.hasPrefix("synthetic \(kind.rawValue): "))
  }

  @Test("is empty when it has no duration", arguments: SyntheticSession.Kind.allCases)
  func empty(kind: SyntheticSession.Kind) {
    var session = SyntheticSession(kind: kind, seed: 7, durationNanoseconds: 0)
    #expect(session.next() == nil)
    #expect(session.next() == nil)
  }

  @Test("is in the order of dispatch, at the rates asked for", arguments: orderedKinds)
  func rates(kind: SyntheticSession.Kind) {
    let events = Array(
      SyntheticSession(
        kind: kind,
        seed: 3,
        durationNanoseconds: 100_000_000_000,
        accelerometerHertz: 80,
        locationHertz: 2
      )
    )
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.precedes($1) })
    #expect(events.allSatisfy { 0..<100_000_000_000 ~= $0.timestamp && $0.command == .unknown })
    for (source, kind) in [(.accelerometer, .acceleration), (.location, .location)]
      as [(SourceID, EventKind)]
    {
      let own = events.filter { $0.source == source }
      #expect(own.map(\.sequence) == own.indices.map { UInt32($0) })
      #expect(own.allSatisfy { $0.kind == kind })
      #expect(zip(own, own.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
    }
    #expect(events.count { $0.source == .accelerometer } == 8000)
    let fixCount = events.count { $0.source == .location }
    #expect(kind == .drive ? 140...195 ~= fixCount : fixCount == 200)
  }

  @Test("carries gravity", arguments: orderedKinds, [1, 2, 3] as [UInt64])
  func gravity(kind: SyntheticSession.Kind, seed: UInt64) {
    let magnitudes = SyntheticSession(kind: kind, seed: seed)
      .filter { $0.kind == .acceleration }.map(Self.magnitude)
    let mean = magnitudes.reduce(0, +) / Double(magnitudes.count)
    #expect(abs(mean - 9.81) < 0.15, "seed \(seed)")
    let variance =
      magnitudes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(magnitudes.count)
    let range =
      [.walk: 1.0...2.5, .drive: 0.05...1, .still: 0.005...0.05]
      as [SyntheticSession.Kind: ClosedRange<Double>]
    #expect(range[kind]?.contains(variance.squareRoot()) == true, "seed \(seed)")
  }

  @Test("starts with a cached fix and goes on with fresh ones", arguments: orderedKinds)
  func cachedFix(kind: SyntheticSession.Kind) throws {
    for seed in 0..<10 as Range<UInt64> {
      let fixes = Self.fixes(SyntheticSession(kind: kind, seed: seed))
      let first = try #require(fixes.first)
      #expect(first.timestamp - first.location.fixTimestamp > 5_000_000_000, "seed \(seed)")
      #expect(first.location.horizontalAccuracy >= 65, "seed \(seed)")
      let second = fixes[1]
      #expect(0...100_000_000 ~= second.timestamp - second.location.fixTimestamp, "seed \(seed)")
      #expect(fixes.allSatisfy { $0.location.course.isNaN || 0..<360 ~= $0.location.course })
      #expect(fixes.allSatisfy { $0.location.speed >= 0 }, "seed \(seed)")
    }
  }

  @Test("walks at walking pace and cadence", arguments: [1, 2, 3] as [UInt64])
  func walk(seed: UInt64) {
    let seconds = 300.0
    let session = SyntheticSession(
      kind: .walk,
      seed: seed,
      durationNanoseconds: Int64(seconds * 1e9)
    )
    let fixes = Self.fixes(session).dropFirst()
    #expect(fixes.allSatisfy { 3...15 ~= $0.location.horizontalAccuracy })
    #expect(fixes.allSatisfy { 0.9...1.9 ~= $0.location.speed }, "seed \(seed)")
    // The speed adds up to the way, seen every 10 s so that errors of position matter less.
    let every = Array(fixes).enumerated().filter { $0.offset % 10 == 0 }.map(\.element)
    let way = zip(every, every.dropFirst())
      .reduce(0) { $0 + Self.distance($1.0.location, $1.1.location) }
    let expected = fixes.prefix(every.count * 10 - 10).reduce(0) { $0 + Double($1.location.speed) }
    #expect(0.75...1.15 ~= way / expected, "seed \(seed): \(way) of \(expected) m")

    // Steps: the magnitude crosses its mean upwards once per step, less noise.
    let magnitudes = session.filter { $0.kind == .acceleration }.map(Self.magnitude)
    var smooth = magnitudes[0]
    var crossings = 0
    for magnitude in magnitudes {
      let before = smooth
      smooth += 0.15 * (magnitude - smooth)
      if before < 9.81, smooth >= 9.81 { crossings += 1 }
    }
    #expect(1.6...2.3 ~= Double(crossings) / seconds, "seed \(seed): \(crossings) steps")
  }

  @Test("drives with stops, tunnels, poor and repeated fixes", arguments: [1, 2, 3] as [UInt64])
  func drive(seed: UInt64) {
    let fixes = Self.fixes(SyntheticSession(kind: .drive, seed: seed))
    let speeds = fixes.dropFirst().map(\.location.speed)
    #expect(speeds.allSatisfy { 0...31 ~= $0 }, "seed \(seed)")
    #expect(speeds.max() ?? 0 > 15, "seed \(seed)")
    #expect(speeds.min() ?? 9 < 0.2, "seed \(seed)")
    let gaps = zip(fixes, fixes.dropFirst()).map { $1.timestamp - $0.timestamp }
    #expect(gaps.max() ?? 0 > 20_000_000_000, "seed \(seed)")
    #expect(fixes.dropFirst().contains { $0.location.horizontalAccuracy >= 40 }, "seed \(seed)")
    let repeated = zip(fixes, fixes.dropFirst())
      .count { $0.location.fixTimestamp == $1.location.fixTimestamp }
    #expect(repeated > 0, "seed \(seed)")

    // Between good fixes of a straight stretch, way and speed agree.
    let good = fixes.dropFirst().filter { $0.location.horizontalAccuracy < 13 }
    var way = 0.0
    var expected = 0.0
    for (a, b) in zip(good, good.dropFirst()) where b.timestamp - a.timestamp < 1_500_000_000 {
      let seconds = Double(b.location.fixTimestamp - a.location.fixTimestamp) * 1e-9
      way += Self.distance(a.location, b.location)
      expected += Double(a.location.speed + b.location.speed) / 2 * seconds
    }
    #expect(0.9...1.15 ~= way / expected, "seed \(seed): \(way) of \(expected) m")
  }

  @Test("stays where it is when still")
  func still() throws {
    let session = SyntheticSession(kind: .still, seed: 5)
    let fixes = Self.fixes(session).dropFirst()
    let first = try #require(fixes.first)
    #expect(fixes.allSatisfy { Self.distance(first.location, $0.location) < 40 })
    #expect(fixes.allSatisfy { $0.location.speed == 0 && $0.location.course.isNaN })
    let samples = session.filter { $0.kind == .acceleration }.map(\.payload.acceleration)
    #expect(samples.allSatisfy { abs($0.z - 9.807) < 0.1 && abs($0.x) < 0.3 && abs($0.y) < 0.3 })
  }

  @Test("is full of hazards when adversarial", arguments: [1, 2, 3] as [UInt64])
  func adversarial(seed: UInt64) {
    let session = SyntheticSession(
      kind: .adversarial,
      seed: seed,
      durationNanoseconds: 120_000_000_000
    )
    let events = Array(session)
    #expect(zip(events, events.dropFirst()).contains { !$0.precedes($1) }, "seed \(seed)")
    let sorted = events.sorted { $0.precedes($1) }
    let neighbours = Array(zip(sorted, sorted.dropFirst()))
    #expect(neighbours.allSatisfy { $0.precedes($1) }, "seed \(seed): the order is not total")
    #expect(
      neighbours.contains { $0.timestamp == $1.timestamp && $0.source != $1.source },
      "seed \(seed)"
    )
    #expect(
      neighbours.contains { $1.timestamp - $0.timestamp >= 3_600_000_000_000 },
      "seed \(seed)"
    )
    for source in [.accelerometer, .location] as [SourceID] {
      let own = sorted.filter { $0.source == source }
      #expect(Set(own.map(\.sequence)).count == own.count, "seed \(seed)")
      #expect(zip(own, own.dropFirst()).contains { $1.sequence &- $0.sequence > 1 })
      #expect(zip(own, own.dropFirst()).contains { $1.sequence < $0.sequence }, "no wrap")
    }
    let x = events.filter { $0.kind == .acceleration }.map(\.payload.acceleration.x)
    #expect(x.contains { $0.isNaN } && x.contains(160) && x.contains(.infinity), "seed \(seed)")
    let latitudes = events.filter { $0.kind == .location }.map(\.payload.location.latitude)
    #expect(latitudes.contains(90) && latitudes.contains { abs($0) > 90 }, "seed \(seed)")
  }
}
