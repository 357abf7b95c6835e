package import KymoProfile
package import KymoRecording

/// The plan of a profile: what it is to find out, and how.
package struct ProfilePlan {
  /// How the recording is replayed.
  package var replay = ReplayOptions()
  /// How often threads are looked at.
  package let sampler: SamplerOptions
  /// How long all runs together may take, in ns, if no number of rounds is given.
  package let durationNanoseconds: Int64
  /// How many rounds.
  package let rounds: Int?
  /// Which events are slow, if only those are asked for.
  package let tail: ProfileTail?
  /// Whether the recorder runs too.
  package let hasRecorder: Bool
  /// The app's page, if it takes part.
  package let page: String?

  /// Plans a profile at full speed.
  package init(
    sampler: SamplerOptions,
    durationNanoseconds: Int64,
    rounds: Int? = nil,
    tail: ProfileTail? = nil,
    hasRecorder: Bool = false,
    page: String? = nil
  ) {
    self.sampler = sampler
    self.durationNanoseconds = durationNanoseconds
    self.rounds = rounds
    self.tail = tail
    self.hasRecorder = hasRecorder
    self.page = page
  }
}
