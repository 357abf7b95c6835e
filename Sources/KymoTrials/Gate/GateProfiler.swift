import KymoBench
import KymoMCAP
import KymoProfile
import KymoReport
import KymoText

/// Profiles both builds of a gate, in turns and by fresh copies, and shows what changed.
struct GateProfiler {
  /// How often each build is profiled.
  static let rounds = 4
  /// How long it is profiled each time, in ns; a third of that is sampled.
  static let childNanoseconds: Int64 = 1_500_000_000
  /// How often stacks are looked at, in times a second.
  static let frequency = 4001
  /// How long all that takes, about, in ns.
  static let usualNanoseconds: Int64 = 20_000_000_000
  /// How long all that takes at most, in ns, however much time is left.
  static let limitNanoseconds: Int64 = 60_000_000_000

  let base: GateBuild
  let head: GateBuild
  let recording: String
  let app: String?
  /// The name of the graph's file in the report.
  let path: String
  let folder: UnsafeTemporaryFolder
  let pageOptions: [String]

  /// Profiles both, if there is something to blame.
  ///
  /// - Parameters:
  ///   - report: the verdict.
  ///   - limits: when to end.
  ///   - observer: who is told how far it is.
  /// - Returns: what came of it.
  func profile(
    _ report: GateReport,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) -> GateProfile {
    guard report.hasCostlierHead else {
      let why =
        report.decision.verdict == .regressed
        ? "none of what was measured or counted" : "nothing"
      return GateProfile(path, unavailable: "\(why) has REGRESSED")
    }
    let limits = limits.within(Self.limitNanoseconds)
    var profiles: [GateSide: Profile] = [:]
    do throws(CountUnavailable) {
      for build in [base, head] { try checkCanProfile(build, limits) }
      observer.beginProgress("profiling both builds", of: 2 * Self.rounds, unit: "runs")
      defer { observer.endProgress() }
      for round in 0..<Self.rounds {
        // Who comes first is not always the same.
        let order = round.isMultiple(of: 2) ? [base, head] : [head, base]
        for (turn, build) in order.enumerated() {
          let profile = try run(build, round, limits)
          if profiles[build.side] == nil {
            profiles[build.side] = profile
          } else {
            profiles[build.side]?.addSamples(of: profile)
          }
          observer.progress(to: 2 * round + turn + 1)
        }
      }
    } catch { return GateProfile(path, unavailable: error.reason) }
    guard let before = profiles[.base], let after = profiles[.head] else {
      preconditionFailure("both were profiled")
    }
    let difference: ProfileDifference
    do { difference = try ProfileDifference(before: before, after: after) } catch {
      return GateProfile(path, unavailable: "\(error)".printable)
    }
    return GateProfile(path, difference, base: before, head: after)
  }

  /// Whether a build has what is needed; an older one may not.
  private func checkCanProfile(
    _ build: GateBuild,
    _ limits: TrialLimits
  ) throws(CountUnavailable) {
    let help = try child([build.executable, "profile", "--help"], limits)
    let text = String(decoding: help.output, as: UTF8.self)
    let side = build.side.rawValue
    guard help.end == .exited(0), text.contains("--export"), text.contains("json") else {
      throw CountUnavailable("\(side) (\(build.label.printable)) has no profile --export json")
    }
    if build.page != nil, !text.contains("--page") {
      throw CountUnavailable("\(side) (\(build.label.printable)) has no profile --page")
    }
  }

  /// A command whose failure is no reason to end the gate.
  private func child(
    _ command: [String],
    _ limits: TrialLimits
  ) throws(CountUnavailable) -> ChildOutcome {
    do {
      let outcome = try limits.run(command)
      switch outcome.end {
      case .interrupted: throw CountUnavailable("it was interrupted")
      case .outOfTime: throw CountUnavailable("no time was left; give more with --budget")
      case .exited, .signalled, .tooMuch: return outcome
      }
    } catch let error as CountUnavailable { throw error } catch let error as TrialError {
      throw CountUnavailable(error.description)
    } catch { throw CountUnavailable("\(error)") }
  }

  /// One profile by a fresh copy.
  private func run(
    _ build: GateBuild,
    _ round: Int,
    _ limits: TrialLimits
  ) throws(CountUnavailable) -> Profile {
    let side = build.side.rawValue
    let copy = "\(folder.path)/profiled-\(build.side == .base ? 0 : 1)"
    let file = "\(folder.path)/profile-\(build.side == .base ? 0 : 1).json"
    let copying = try child(
      ["cp", "--remove-destination", "--", build.executable, copy],
      limits
    )
    guard copying.end == .exited(0) else {
      throw CountUnavailable("\(side) cannot be copied: \(copying.lastLines())")
    }
    var command = [
      copy, "profile", recording, "--duration", "\(Self.childNanoseconds)ns",
      "--hz", "\(Self.frequency)", "--seed", "\(round + 1)", "--export", "json=\(file)",
      "--format", "json", "--quiet",
    ]
    if let app { command += ["--app", app] }
    if let page = build.page { command += ["--page", page] + pageOptions }
    let outcome = try child(command, limits)
    // Whether handlers were charged with what another process did says nothing of where samples fell.
    guard outcome.end == .exited(0) || outcome.end == .exited(3) else {
      throw CountUnavailable(
        "\(side) cannot be profiled (\(outcome.ending)): \(outcome.lastLines())"
      )
    }
    var profile: Profile
    do throws(TrialError) {
      let text = try UnsafeWholeFile.read(file, limit: ProfileReader.maximumBytes)
      do { profile = try ProfileReader.read(Array(text.utf8), name: build.word) } catch {
        throw TrialError("\(error)".printable)
      }
    } catch { throw CountUnavailable("the profile of \(side): \(error)") }
    profile = profile.samples(ofThread: Self.thread)
    // What the thread does while nothing is there to be dispatched is not what has become more costly.
    if profile.samples.contains(where: { $0.command != nil }) {
      profile.samples.removeAll { $0.command == nil }
    }
    profile.name = "\(side) \(build.label)"
    return profile
  }

  /// The thread whose cost a gate measures.
  private static let thread = "dispatcher"
}
