public import KymoCore
public import KymoRecording

/// A session that nobody recorded: plausible events from a seed, made one by one while iterating.
///
/// The same kind, seed, duration and rates give the same bytes in every process, build and version
/// of the system's libraries: random numbers, noise and sines are made here, from additions and
/// multiplications only. A session of any length takes the same little memory.
///
/// The events of ``Kind/adversarial`` come in the order of their arrival, all others in the order
/// of dispatch. Each first fix is a cached one, more than 5 s old.
public struct SyntheticSession: Sequence, IteratorProtocol, Sendable {
  private enum Stream: Sendable {
    case walk(PhoneStream<WalkMotion>)
    case drive(PhoneStream<DriveMotion>)
    case still(PhoneStream<StillMotion>)
    case adversarial(AdversarialStream)
  }

  /// The session's description of itself; the seed is part of it.
  public let description: SessionDescription
  private var stream: Stream

  /// Prepares a session; nil stands for what is usual for the kind.
  ///
  /// - Parameters:
  ///   - kind: What to imitate.
  ///   - seed: Any number; another one gives another session of the same kind.
  ///   - durationNanoseconds: The length in ns, 0...2⁶⁰. Adversarial sessions count it without
  ///     their long silences.
  ///   - accelerometerHertz: Samples per second, 0.001...100,000.
  ///   - locationHertz: Fixes per second, 0.001...1,000.
  /// - Precondition: All values are in their ranges.
  /// - Complexity: O(1).
  public init(
    kind: Kind,
    seed: UInt64,
    durationNanoseconds: Int64? = nil,
    accelerometerHertz: Double? = nil,
    locationHertz: Double = 1
  ) {
    let parameters = SyntheticParameters(
      seed: seed,
      durationNanoseconds: durationNanoseconds ?? kind.usualDurationNanoseconds,
      accelerometerHertz: accelerometerHertz ?? kind.usualAccelerometerHertz,
      locationHertz: locationHertz
    )
    precondition(0...1 << 60 ~= parameters.durationNanoseconds, "duration out of range")
    precondition(
      0.001...100_000 ~= parameters.accelerometerHertz,
      "accelerometer rate out of range"
    )
    precondition(0.001...1000 ~= parameters.locationHertz, "location rate out of range")
    let random = Xoshiro256StarStar(seed: seed, stream: 0)
    switch kind {
    case .walk:
      stream = .walk(
        PhoneStream(
          motion: WalkMotion(random: random),
          parameters: parameters,
          hazards: FixHazards(accuracy: 3...15)
        )
      )
    case .drive:
      stream = .drive(
        PhoneStream(
          motion: DriveMotion(random: random),
          parameters: parameters,
          hazards: FixHazards(
            accuracy: 3...12,
            poorProbability: 0.01,
            repeatProbability: 0.02,
            hasTunnels: true
          )
        )
      )
    case .still:
      stream = .still(
        PhoneStream(
          motion: StillMotion(random: random),
          parameters: parameters,
          hazards: FixHazards(accuracy: 4...8)
        )
      )
    case .adversarial: stream = .adversarial(AdversarialStream(parameters: parameters))
    }
    description = SessionDescription(
      origin: "synthetic \(kind.rawValue): \(parameters.durationNanoseconds) ns, "
        + "accelerometer \(parameters.accelerometerHertz) Hz, "
        + "location \(parameters.locationHertz) Hz",
      device: "synthetic phone",
      gravity: .included,
      altitudeDatum: .ellipsoid,
      accuracyConfidence: .percent68,
      clock: .relative,
      seed: seed
    )
  }

  /// The next event, or nil at the end of the session.
  ///
  /// - Complexity: O(1), without allocation.
  public mutating func next() -> Event? {
    // Taken out and put back, so that the stream is changed in place and not copied.
    switch stream {
    case .walk(var inner):
      defer { stream = .walk(inner) }
      return inner.next()
    case .drive(var inner):
      defer { stream = .drive(inner) }
      return inner.next()
    case .still(var inner):
      defer { stream = .still(inner) }
      return inner.next()
    case .adversarial(var inner):
      defer { stream = .adversarial(inner) }
      return inner.next()
    }
  }
}
