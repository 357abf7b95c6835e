public import KymoBench
public import KymoRecording
public import KymoText

/// Facts of a report besides the result; whoever asks for the report knows them.
///
/// Renderers look at no clock and at no environment: equal results in equal contexts give equal text.
public struct ExportContext: Sendable, Equatable {
  /// The program that measured, with its version, such as `kymograph 0.1.0`.
  public var program: String
  /// The recording whose events were offered, as the user named it; empty for functions, which need none.
  public var recording: String
  /// The digest of those events, as it is printed, if it is known.
  public var inputDigest: String?
  /// The application that handled them.
  public var app: String
  /// Whose rules held for the page's calls, `strict` or `legacy`; nil without a page.
  public var mode: String?
  /// The machine that it ran on, if it is known.
  public var machine: BenchMachine?
  /// The environment besides the machine, and how the run is made again; nil to leave that out.
  public var environment: RunEnvironment?
  /// The digest over all outcomes, as it is printed.
  public var digest: String
  /// The seed of random arrivals, if there were any.
  public var seed: UInt64?
  /// When the run began, in ns since the epoch; nil to leave it out where that is possible.
  public var startNanoseconds: Int64?
  /// The commit that was measured, if it is known.
  public var commit: String?
  /// The counts of the app's device.
  public var counters: [SessionResult.Counter]
  /// The recording's losses, before or while it was made.
  public var losses: [SessionResult.Loss]
  /// A former result of the same subject to compare with, where a format can.
  public var baseline: BenchBaseline?
  /// The limits that were set, with their verdicts; nil if none were.
  public var limits: LimitJudgement?
  /// The advice on figures that are INVALID, in one line; nil if there is none.
  public var advice: String?
  /// The name of the tool whose command this is, as it is typed.
  public var tool: String
  /// The command that measured, as it is typed behind the tool.
  public var command = "bench"

  /// Further members of Kymograph's own JSON, which no other run has.
  public var members: [JSONMember]

  /// Says where a result comes from.
  public init(
    program: String,
    recording: String,
    inputDigest: String? = nil,
    app: String,
    mode: String? = nil,
    machine: BenchMachine? = nil,
    environment: RunEnvironment? = nil,
    digest: String,
    seed: UInt64? = nil,
    startNanoseconds: Int64? = nil,
    commit: String? = nil,
    counters: [SessionResult.Counter] = [],
    losses: [SessionResult.Loss] = [],
    baseline: BenchBaseline? = nil,
    limits: LimitJudgement? = nil,
    tool: String = "kymo",
    members: [JSONMember] = []
  ) {
    self.program = program
    self.recording = recording
    self.inputDigest = inputDigest
    self.app = app
    self.mode = mode
    self.machine = machine
    self.environment = environment
    self.digest = digest
    self.seed = seed
    self.startNanoseconds = startNanoseconds
    self.commit = commit
    self.counters = counters
    self.losses = losses
    self.baseline = baseline
    self.limits = limits
    self.tool = tool
    self.members = members
  }
}
