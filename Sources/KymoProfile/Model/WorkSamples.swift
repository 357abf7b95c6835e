/// The samples of the thread that dispatches while it handles events, apart from all others.
///
/// In between it looks for events and waits for them; other threads read the recording, or write one.
public struct WorkSamples: Sendable, Equatable {
  /// The name of the thread that dispatches.
  public static let thread = "dispatcher"

  /// The profile with no other samples than those.
  public let profile: Profile
  /// How many samples the thread has besides; nil if nobody says what it did, as perf does not.
  public let idleCount: Int?
  /// How many samples other threads have, without those of a script engine.
  public let otherCount: Int

  /// Takes the samples of a profile apart.
  ///
  /// - Complexity: O(samples).
  public init(_ all: Profile) {
    let isKnown = all.sampling != nil
    var (work, idle, other) = (all, 0, 0)
    work.samples.removeAll { sample in
      let thread = all.threads[sample.thread].name
      if thread == Self.thread {
        let isIdle = isKnown && sample.command == nil && sample.stage == nil
        if isIdle { idle += sample.count }
        return isIdle
      }
      if thread != Profile.scriptThread { other += sample.count }
      return true
    }
    profile = work
    idleCount = isKnown ? idle : nil
    otherCount = other
  }

  /// How many samples there are.
  public var count: Int { profile.samples.reduce(0) { $0 + $1.count } }

  /// The share of the thread's samples that are left out, 0 to 1; nil if nobody says what it did.
  public var idleShare: Double? {
    idleCount.map { Double($0) / Double(max(1, $0 + count)) }
  }
}
