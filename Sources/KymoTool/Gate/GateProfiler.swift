import KymoBench
import KymoMCAP
import KymoProfile
import KymoReport

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
  /// Where the graph goes.
  let path: String
  let folder: UnsafeTemporaryFolder
  let pageOptions: [String]
  let inputs: InputFiles
  let tool: String
  let commandLine: String

  /// Looks whether the graph can be written, before anything is measured.
  ///
  /// - Throws: why not.
  static func check(
    _ path: String,
    _ inputs: InputFiles,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    guard path != "-" else {
      throw .usage("--profile takes a file: standard output is the report's")
    }
    guard !arguments.optionallyNamedFiles("export").contains(where: { $0.file == path }) else {
      throw .usage("--export and --profile both write \(path); give each a file of its own")
    }
    try OutputFile(path, isNone: inputs).discard()
  }

  /// Profiles both, and writes the graph if there is something to blame.
  ///
  /// - Parameters:
  ///   - report: the verdict.
  ///   - limits: when to end.
  ///   - console: where the progress is shown.
  /// - Returns: what came of it.
  /// - Throws: that the graph cannot be written.
  func profile(
    _ report: GateReport,
    _ limits: GateLimits,
    _ console: inout Console
  ) throws(CommandFailure) -> GateProfile {
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
      console.beginProgress("profiling both builds", of: 2 * Self.rounds, unit: "runs")
      defer { console.endProgress() }
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
          console.progress(to: 2 * round + turn + 1)
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
    try write(difference, after)
    return GateProfile(path, difference, base: before, head: after)
  }

  /// Whether a build has what is needed; an older one may not.
  private func checkCanProfile(
    _ build: GateBuild,
    _ limits: GateLimits
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
    _ limits: GateLimits
  ) throws(CountUnavailable) -> ChildOutcome {
    do {
      let outcome = try limits.run(command)
      switch outcome.end {
      case .interrupted: throw CountUnavailable("it was interrupted")
      case .outOfTime: throw CountUnavailable("no time was left; give more with --budget")
      case .exited, .signalled, .tooMuch: return outcome
      }
    } catch let error as CountUnavailable { throw error } catch let error as CommandFailure {
      throw CountUnavailable(error.message.text(tool: tool))
    } catch { throw CountUnavailable("\(error)") }
  }

  /// One profile by a fresh copy.
  private func run(
    _ build: GateBuild,
    _ round: Int,
    _ limits: GateLimits
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
    guard outcome.end == .exited(0) else {
      throw CountUnavailable(
        "\(side) cannot be profiled (\(outcome.ending)): \(outcome.lastLines())"
      )
    }
    var profile: Profile
    do throws(CommandFailure) {
      let text = try UnsafeTextFile.read(file, limit: ProfileReader.maximumBytes)
      do { profile = try ProfileReader.read(Array(text.utf8), name: build.word) } catch {
        throw CommandFailure("\(error)".printable)
      }
    } catch { throw CountUnavailable("the profile of \(side): \(error.message.text(tool: tool))") }
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

  private func write(
    _ difference: ProfileDifference,
    _ after: Profile
  ) throws(CommandFailure) {
    let bytes: [UInt8]
    if path.hasSuffix(".html") {
      do {
        let page = try ProfilePage(
          after,
          difference: difference,
          tool: tool,
          commandLine: commandLine
        )
        bytes = Array(page.html.utf8)
      } catch { throw CommandFailure(file: path, "\(error)".printable) }
    } else {
      bytes = Array(FlameGraph(difference).svg.utf8)
    }
    let file = try OutputFile(path, isNone: inputs)
    do throws(MCAPError) {
      try bytes.withRawSpan { bytes throws(MCAPError) in try file.write(bytes) }
    } catch { throw CommandFailure(error, file: path) }
    try file.commit()
  }
}
