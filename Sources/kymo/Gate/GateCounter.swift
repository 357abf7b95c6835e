import KymoBench

/// Counts what is the same in every run: instructions and allocations of each event, under callgrind.
///
/// A run of n events and one of 2 n are counted; the difference is that of n events, without the start and
/// the end of the process. The clock stands still, hashing is not seeded, and addresses are not random.
struct GateCounter {
  /// The most events that the difference is made of.
  static let maximumEvents = 20_000
  /// How many more instructions are allowed: 1 %.
  static let allowedShare = 0.01
  /// How many more instructions per event are allowed in any case.
  static let allowedPerEvent: Int64 = 2

  /// The longest profile that is read, in bytes.
  static let profileLimit = 1 << 28

  let base: GateBuild
  let head: GateBuild
  let recording: String
  let app: String?

  /// Counts; every figure that cannot be had says why.
  func counts(
    events: Int,
    folder: UnsafeTemporaryFolder,
    _ limits: GateLimits
  ) -> [CountComparison] {
    let count = min(max(events, 1000), Self.maximumEvents)
    do throws(Unavailable) {
      let prefix = try prefix(limits)
      let ofBase = try difference(base, count, prefix, folder, limits)
      let again = try profile(base, 2 * count, prefix, folder, limits)
      guard Self.isRepeatable(again, ofBase.whole) else {
        throw Unavailable(
          "two runs of BASE differ: \(ofBase.whole.instructions) and \(again.instructions) "
            + "instructions, \(ofBase.whole.allocations) and \(again.allocations) allocations"
        )
      }
      let ofHead = try difference(head, count, prefix, folder, limits)
      return [
        CountComparison(
          name: "instructions",
          base: ofBase.instructions,
          head: ofHead.instructions,
          events: count,
          allowedShare: Self.allowedShare,
          allowedPerEvent: Self.allowedPerEvent
        ),
        CountComparison(
          name: "allocations",
          base: ofBase.allocations,
          head: ofHead.allocations,
          events: count,
          allowedShare: 0
        ),
      ]
    } catch {
      return ["instructions", "allocations"].map {
        CountComparison(name: $0, unavailable: error.reason)
      }
    }
  }

  /// Whether two runs of one build counted the same.
  ///
  /// Paths of files and addresses of buffers leave some ten instructions among a hundred million.
  private static func isRepeatable(_ one: CallgrindProfile, _ other: CallgrindProfile) -> Bool {
    let difference = (one.instructions - other.instructions).magnitude
    return difference * 100_000 <= UInt64(one.instructions) && one.allocations == other.allocations
  }

  /// Why there is no count.
  private struct Unavailable: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// What comes before the command: callgrind, and without random addresses if the system lets us.
  private func prefix(_ limits: GateLimits) throws(Unavailable) -> [String] {
    func works(_ command: [String]) -> Bool {
      do { return try limits.run(command).end == .exited(0) } catch { return false }
    }
    guard works(["valgrind", "--version"]) else {
      throw Unavailable("valgrind is not installed")
    }
    for build in [base, head] where !build.hasPace {
      throw Unavailable("\(build.name) has no bench --pace still")
    }
    let fixed = works(["setarch", "-R", "true"]) ? ["setarch", "-R"] : []
    return ["env", "SWIFT_DETERMINISTIC_HASHING=1"] + fixed + ["valgrind", "--tool=callgrind"]
  }

  private func difference(
    _ build: GateBuild,
    _ events: Int,
    _ prefix: [String],
    _ folder: UnsafeTemporaryFolder,
    _ limits: GateLimits
  ) throws(Unavailable) -> (instructions: Int64, allocations: Int64, whole: CallgrindProfile) {
    let half = try profile(build, events, prefix, folder, limits)
    let whole = try profile(build, 2 * events, prefix, folder, limits)
    let instructions = whole.instructions - half.instructions
    guard instructions > 0 else {
      throw Unavailable("\(build.name) executes no instructions per event that callgrind sees")
    }
    return (instructions, max(0, whole.allocations - half.allocations), whole)
  }

  private func profile(
    _ build: GateBuild,
    _ events: Int,
    _ prefix: [String],
    _ folder: UnsafeTemporaryFolder,
    _ limits: GateLimits
  ) throws(Unavailable) -> CallgrindProfile {
    let file = "callgrind.out"
    var command = prefix + ["--callgrind-out-file=\(folder.path)/\(file)", build.executable]
    command += ["bench", recording, "--pace", "still", "--format", "json", "--quiet"]
    command += ["--rate", "1000000", "--duration", "\(events)us"]
    if let app { command += ["--app", app] }
    let outcome: ChildOutcome
    do { outcome = try limits.run(command) } catch { throw Unavailable(error.message) }
    guard outcome.end == .exited(0), let output = BenchOutput(outcome.output), output.isValid else {
      throw Unavailable("\(build.name) under callgrind: \(outcome.ending)")
    }
    do {
      let text = try UnsafeTextFile.read("\(folder.path)/\(file)", limit: Self.profileLimit)
      if let profile = CallgrindProfile(text) { return profile }
    } catch {}
    throw Unavailable("callgrind wrote no profile of \(build.name)")
  }
}
