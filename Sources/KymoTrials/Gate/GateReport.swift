public import KymoBench
public import KymoReport
import KymoText

/// The report of a gate: its builds, its task, its measurements, and the verdict.
public struct GateReport: Sendable {
  /// BASE.
  public let base: GateBuild
  /// HEAD.
  public let head: GateBuild
  /// The recording that gave the events, as it was named.
  public let recording: String
  /// The app that was measured; nil if neither build says which.
  public let app: String?
  /// The page that was measured with it, as the user named it.
  public let page: String?
  /// The task, with the capabilities of the builds.
  public let configuration: GateConfiguration
  /// The counts and measurements.
  public let measurements: GateMeasurements
  /// How long it took, in s.
  public let seconds: Double
  /// The profile of both builds; nil if none was asked for.
  public internal(set) var profile: GateProfile?
  /// The judgement on each way of measuring.
  public let judgements: [PhaseJudgement]
  /// The verdict.
  public let decision: GateDecision

  /// Judges what was measured.
  init(
    base: GateBuild,
    head: GateBuild,
    recording: String,
    app: String?,
    page: String?,
    configuration: GateConfiguration,
    measurements: GateMeasurements,
    seconds: Double
  ) {
    self.base = base
    self.head = head
    self.recording = recording
    self.app = app
    self.page = page
    self.configuration = configuration
    self.measurements = measurements
    self.seconds = seconds
    judgements = measurements.judgements(configuration)
    decision = measurements.decision(configuration)
  }

  /// The verdict in a word.
  public var verdict: GateVerdict { decision.verdict }

  /// Whether something that was measured or counted has got worse, beyond another digest.
  var hasCostlierHead: Bool {
    decision.verdict == .regressed
      && (judgements.contains { $0.verdict == .regressed }
        || measurements.counts.contains { $0.verdict == .regressed })
  }

  /// Remarks besides the figures, in sentences.
  public var notes: [String] { measurements.notes + (profile.map { [$0.note] } ?? []) }

  /// The summary for exports.
  ///
  /// - Parameters:
  ///   - startNanoseconds: when it began, in ns since the epoch; nil to leave it out.
  ///   - tool: what the tool is called that made it.
  ///   - commandLine: what makes it again; nil to leave it out.
  /// - Returns: what `GateSummary` and its exports need.
  public func summary(
    startNanoseconds: Int64? = nil,
    tool: String = "kymo",
    commandLine: String? = nil
  ) -> GateSummary {
    GateSummary(
      program: KymographVersion.program,
      base: base.label.printable,
      head: head.label.printable,
      recording: recording.printable,
      decision: decision,
      phases: judgements,
      counts: measurements.counts,
      notes: notes,
      seconds: seconds,
      startNanoseconds: startNanoseconds,
      tool: tool,
      facts: facts.map { GateSummary.Fact($0.name, $0.text) },
      commandLine: commandLine
    )
  }

  /// The facts of the comparison: what is compared, on what.
  package var facts: [(name: String, text: String)] {
    var facts: [(name: String, text: String)] = []
    if let app { facts.append(("app", app.printable)) }
    if let page {
      let whose = base.commit == nil ? "" : ", that of each commit"
      facts.append(("page", page.printable + whose))
    }
    if let machine = BenchMachine.host { facts.append(("machine", "\(machine)")) }
    if let kernel = RunEnvironment.hostKernel { facts.append(("kernel", kernel.printable)) }
    if let toolchain = head.toolchain ?? base.toolchain {
      facts.append(("toolchain", toolchain.printable))
    }
    if let base = measurements.base, base.digest == measurements.head?.digest {
      facts.append(("digest", "\(base.digest) of both replays"))
    }
    return facts
  }
}
