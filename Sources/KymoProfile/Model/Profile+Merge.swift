extension Profile {
  /// Adds the samples of another run of the same program; what belongs to single runs (stages, slices, notes) is not
  /// taken over.
  ///
  /// - Parameter other: a profile whose indexes lie within what they index.
  /// - Complexity: O(frames + samples of both).
  public mutating func addSamples(of other: Profile) {
    var places: [ProfileFrame: Int] = [:]
    for (index, frame) in frames.enumerated() where places[frame] == nil { places[frame] = index }
    let own = other.frames.map { frame in
      if let place = places[frame] { return place }
      frames.append(frame)
      places[frame] = frames.count - 1
      return frames.count - 1
    }
    let threads = other.threads.map { index(ofThread: $0.name, $0.identifier) }
    var known: [SampleKey: Int] = [:]
    for (index, sample) in samples.enumerated() { known[SampleKey(sample)] = index }
    for var sample in other.samples {
      sample.stack = sample.stack.map { own[$0] }
      sample.thread = threads[sample.thread]
      if let index = known[SampleKey(sample)] {
        samples[index].count += sample.count
        samples[index].nanoseconds += sample.nanoseconds
      } else {
        known[SampleKey(sample)] = samples.count
        samples.append(sample)
      }
    }
    duration += other.duration
    guard let theirs = other.sampling else { return }
    guard let ours = sampling else { return sampling = theirs }
    sampling = SamplingSummary(
      period: ours.period,
      due: ours.due + theirs.due,
      delivered: ours.delivered + theirs.delivered,
      dropped: ours.dropped + theirs.dropped,
      unwound: ours.unwound + theirs.unwound
    )
  }

  /// The name of the samples that a script engine has taken of its own functions, in runs of their own.
  public static let scriptThread = "scripts"

  /// How many samples the sampler's timers account for, without those of the script engine.
  public var timedSamples: Int {
    samples.reduce(0) { $0 + (threads[$1.thread].name == Self.scriptThread ? 0 : $1.count) }
  }

  /// How many samples a script engine has taken itself.
  public var scriptSamples: Int {
    samples.reduce(0) { $0 + (threads[$1.thread].name == Self.scriptThread ? $1.count : 0) }
  }

  /// How many expiries of timers came together with others, and count with them; 0 without a sampler.
  public var foldedSamples: Int {
    sampling.map { max(0, timedSamples - $0.delivered) } ?? 0
  }

  /// The samples of one thread alone.
  ///
  /// - Parameter name: the thread's.
  /// - Returns: the profile without the samples of all others.
  public func samples(ofThread name: String) -> Profile {
    var profile = self
    profile.samples.removeAll { threads[$0.thread].name != name }
    return profile
  }
}

/// The key that a stack is counted under.
private struct SampleKey: Hashable {
  var stack: [Int]
  var thread: Int
  var command: String?
  var stage: String?
  var isWaiting: Bool

  init(_ sample: ProfileSample) {
    stack = sample.stack
    thread = sample.thread
    command = sample.command
    stage = sample.stage
    isWaiting = sample.isWaiting
  }
}
