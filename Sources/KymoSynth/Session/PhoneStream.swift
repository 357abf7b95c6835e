import KymoCore

/// The events of a phone that something carries, in the order of dispatch.
struct PhoneStream<Carrier: Motion>: Sendable {
  private var motion: Carrier
  private var now: Int64 = 0
  private let end: Int64
  private var samples: SampleTimes
  private var fixes: SampleTimes
  private var fixSource: FixSource
  private var sampleCount: UInt32 = 0
  private var fixCount: UInt32 = 0

  /// Starts at time 0.
  init(motion: Carrier, parameters: SyntheticParameters, hazards: FixHazards) {
    self.motion = motion
    end = parameters.durationNanoseconds
    samples = SampleTimes(
      hertz: parameters.accelerometerHertz,
      jitter: 0.2,
      offset: 0,
      random: Xoshiro256StarStar(seed: parameters.seed, stream: 1)
    )
    fixes = SampleTimes(
      hertz: parameters.locationHertz,
      jitter: 0.1,
      offset: 50e6,
      random: Xoshiro256StarStar(seed: parameters.seed, stream: 2)
    )
    fixSource = FixSource(
      hazards: hazards,
      durationNanoseconds: end,
      random: Xoshiro256StarStar(seed: parameters.seed, stream: 3)
    )
  }

  /// The next event, or nil at the end.
  mutating func next() -> Event? {
    while true {
      let isSample = samples.next <= fixes.next
      let timestamp = isSample ? samples.next : fixes.next
      guard timestamp < end else { return nil }
      motion.advance(seconds: Double(timestamp - now) * 1e-9)
      now = timestamp
      if isSample {
        samples.advance()
        defer { sampleCount &+= 1 }
        return Event(
          timestamp: timestamp,
          sequence: sampleCount,
          command: .unknown,
          source: .accelerometer,
          kind: .acceleration,
          payload: Payload(motion.acceleration())
        )
      }
      fixes.advance()
      guard let fix = fixSource.fix(at: timestamp, of: motion) else { continue }
      defer { fixCount &+= 1 }
      return Event(
        timestamp: timestamp,
        sequence: fixCount,
        command: .unknown,
        source: .location,
        kind: .location,
        payload: Payload(fix)
      )
    }
  }
}
