/// When the children of a trial have to end.
public struct TrialLimits: Sendable {
  /// On ``MonotonicTime``.
  package let deadline: Int64
  /// Asked ten times a second: whether somebody wishes to stop.
  private let shouldStop: @Sendable () -> Bool

  /// States when to stop.
  ///
  /// - Parameters:
  ///   - nanoseconds: how long there is from now on, in ns, 0 or more; nil for as long as it takes.
  ///   - shouldStop: asked ten times a second, from the thread that runs the trial.
  public init(
    nanoseconds: Int64? = nil,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) {
    self.init(
      deadline: nanoseconds.map { MonotonicTime.nanoseconds(after: $0) } ?? .max,
      shouldStop: shouldStop
    )
  }

  private init(deadline: Int64, shouldStop: @escaping @Sendable () -> Bool) {
    self.deadline = deadline
    self.shouldStop = shouldStop
  }

  /// How long until then, in ns; never negative.
  public var remaining: Int64 { max(0, deadline - MonotonicTime.nanoseconds()) }

  /// Whether somebody wishes to stop.
  public var isStopped: Bool { shouldStop() }

  /// Whether to stop.
  public var isOver: Bool { isStopped || remaining == 0 }

  /// The same, but at the latest in `nanoseconds`.
  public func within(_ nanoseconds: Int64) -> TrialLimits {
    TrialLimits(
      deadline: min(deadline, MonotonicTime.nanoseconds(after: nanoseconds)),
      shouldStop: shouldStop
    )
  }

  /// Runs a command within the limits; `whenOutput` is told as `UnsafeChildProcess` tells.
  package func run(
    _ command: [String],
    outputLimit: Int? = nil,
    whenOutput: (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(TrialError) -> ChildOutcome {
    try UnsafeChildProcess.run(
      command,
      deadline: deadline,
      outputLimit: outputLimit,
      shouldStop: shouldStop,
      whenOutput: whenOutput
    )
  }

  /// Throws if a child was ended before its time.
  package func check(_ outcome: ChildOutcome) throws(TrialError) {
    switch outcome.end {
    case .interrupted:
      throw TrialError("interrupted before anything was compared", kind: .stopped)
    case .outOfTime:
      throw TrialError(
        "the budget ended before anything was compared; give more with --budget",
        kind: .stopped
      )
    case .exited, .signalled, .tooMuch: return
    }
  }
}
