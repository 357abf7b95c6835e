public import KymoBench

/// The search for the highest rate, with what was asked for and what it is compared with.
public struct SweepSummary: Sendable {
  /// The sweep.
  public var sweep: LoadSweep
  /// Where the intended starts came from.
  public var arrivals: String
  /// How long each step was to last, in ns.
  public var durationNanoseconds: Int64
  /// A former sweep, which the knee is compared with; nil if there is none.
  public var baseline: SweepBaseline?
  /// The facts besides the measurements, with the limits.
  public var context: ExportContext

  /// Puts a summary together.
  public init(
    sweep: LoadSweep,
    arrivals: String,
    durationNanoseconds: Int64,
    baseline: SweepBaseline? = nil,
    context: ExportContext
  ) {
    self.sweep = sweep
    self.arrivals = arrivals
    self.durationNanoseconds = durationNanoseconds
    self.baseline = baseline
    self.context = context
  }

  /// Puts a summary together of what there is to know without a command line.
  ///
  /// - Parameters:
  ///   - sweep: what was measured, at a constant rate each time.
  ///   - recording: the recording whose events were offered, as people know it.
  ///   - app: the application that handled them.
  ///   - durationNanoseconds: how long each step was to last, in ns.
  public init(
    _ sweep: LoadSweep,
    of recording: String,
    by app: String,
    durationNanoseconds: Int64
  ) {
    self.init(
      sweep: sweep,
      arrivals: "constant",
      durationNanoseconds: durationNanoseconds,
      context: ExportContext(
        program: KymographVersion.program,
        recording: recording,
        app: app,
        digest: ""
      )
    )
  }
}
