import KymoCore

/// Events that break careless programs, in the order of their *arrival*, which is not that of their
/// time.
///
/// Sources share timestamps, events arrive a second late or more, hours pass in silence, sequences
/// skip numbers and wrap soon, and values are at and beyond every limit. No two events of a source
/// share a sequence.
struct AdversarialStream: Sendable {
  private var random: Xoshiro256StarStar
  private var now: Int64 = 0
  private var activeNanoseconds: Int64 = 0  // The time without the long silences.
  private let end: Int64
  private let meanStep: Double
  private let fixProbability: Double
  private var sampleSequence: UInt32 = .max - 500
  private var fixSequence: UInt32 = .max - 20
  private var held: [Event] = []

  private static let heldLimit = 16
  private static let hour: Int64 = 3_600_000_000_000

  init(parameters: SyntheticParameters) {
    random = Xoshiro256StarStar(seed: parameters.seed, stream: 4)
    end = parameters.durationNanoseconds
    let hertz = parameters.accelerometerHertz + parameters.locationHertz
    meanStep = 1e9 / hertz
    // Ten times as many fixes as asked for: they have the more dangerous payload.
    fixProbability = min(0.5, 10 * parameters.locationHertz / hertz)
    held.reserveCapacity(Self.heldLimit)
  }

  /// The next event to arrive, or nil when all have.
  mutating func next() -> Event? {
    while activeNanoseconds < end {
      if !held.isEmpty, held.count == Self.heldLimit || random.chance(0.1) { return release() }
      let event = produce()
      guard random.chance(0.12) else { return event }
      held.append(event)
    }
    return held.isEmpty ? nil : release()
  }

  private mutating func release() -> Event {
    let index = random.integer(0...held.count - 1)
    held.swapAt(index, held.count - 1)
    return held.removeLast()
  }

  private mutating func produce() -> Event {
    // Every fourth event or so shares its timestamp with the one before.
    if !random.chance(0.25) {
      let step = Int64(meanStep * random.uniform(0...2))
      now += step
      activeNanoseconds += step
    }
    activeNanoseconds += 1  // So that the stream ends whatever the rates are.
    if random.chance(0.0005) { now += Int64(random.integer(1...48)) * Self.hour }
    let isFix = random.chance(fixProbability)
    let skipped = random.chance(0.01) ? UInt32(random.integer(1...1000)) : 0
    if isFix {
      fixSequence &+= 1 + skipped
      return Event(
        timestamp: now,
        sequence: fixSequence,
        command: .unknown,
        source: .location,
        kind: .location,
        payload: Payload(location())
      )
    }
    sampleSequence &+= 1 + skipped
    return Event(
      timestamp: now,
      sequence: sampleSequence,
      command: .unknown,
      source: .accelerometer,
      kind: .acceleration,
      payload: Payload(Acceleration(x: component(), y: component(), z: component()))
    )
  }

  private mutating func component() -> Double {
    guard random.chance(0.1) else { return random.uniform(-20...20) }
    return Self.components[random.integer(0...Self.components.count - 1)]
  }

  private mutating func location() -> Location {
    Location(
      latitude: pick(Self.latitudes, else: -89...89),
      longitude: pick(Self.longitudes, else: -179...179),
      altitude: pick(Self.altitudes, else: -100...3000),
      horizontalAccuracy: Float(pick(Self.accuracies, else: 1...100)),
      verticalAccuracy: Float(pick(Self.accuracies, else: 1...100)),
      speed: Float(pick(Self.accuracies, else: 0...40)),
      course: Float(pick(Self.courses, else: 0...359)),
      fixTimestamp: fixTimestamp()
    )
  }

  private mutating func pick(_ extremes: [Double], else usual: ClosedRange<Double>) -> Double {
    guard random.chance(0.1) else { return random.uniform(usual) }
    return extremes[random.integer(0...extremes.count - 1)]
  }

  private mutating func fixTimestamp() -> Int64 {
    switch random.integer(0...19) {
    case 0: now  // Age 0.
    case 1: now + Self.hour  // From the future.
    case 2: now - 24 * 365 * Self.hour
    case 3: random.chance(0.5) ? .min : .max
    default: now - Int64(random.uniform(0...10e9))
    }
  }

  private static let components: [Double] = [
    160, -160, 160.000_000_000_000_03, -160.000_000_000_000_03, .nan, .infinity, -.infinity, -0.0,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e9,
  ]
  private static let latitudes: [Double] = [
    90, -90, 90.000_000_000_000_02, -90.000_000_000_000_02, 91, .nan, .infinity, -.infinity, 0,
    -0.0,
  ]
  private static let longitudes: [Double] = [
    180, -180, 180.000_000_000_000_03, -180.000_000_000_000_03, 360, .nan, .infinity, -.infinity,
  ]
  private static let altitudes: [Double] = [
    .nan, .infinity, -.infinity, -11_000, 1e9, .greatestFiniteMagnitude,
  ]
  private static let accuracies: [Double] = [0, -1, .nan, .infinity, 1e9, -0.0, 5e-45]
  private static let courses: [Double] = [360, -1, .nan, .infinity, 359.999_97, 720]
}
