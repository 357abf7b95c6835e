/// When a gate's children have to end.
struct GateLimits {
  /// On ``MonotonicTime``.
  let deadline: Int64
  /// Ctrl-C.
  let interrupt: Interrupt

  /// How long until then, in ns; never negative.
  var remaining: Int64 { max(0, deadline - MonotonicTime.nanoseconds()) }

  /// Whether to stop.
  var isOver: Bool { interrupt.isRequested || remaining == 0 }

  /// The same, but at the latest in `nanoseconds`.
  func within(_ nanoseconds: Int64) -> GateLimits {
    GateLimits(
      deadline: min(deadline, MonotonicTime.nanoseconds() + nanoseconds),
      interrupt: interrupt
    )
  }

  /// Runs a command within the limits.
  func run(
    _ command: [String],
    outputLimit: Int? = nil,
    whenOutput: (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(CommandFailure) -> ChildOutcome {
    try UnsafeChildProcess.run(
      command,
      deadline: deadline,
      outputLimit: outputLimit,
      shouldStop: { interrupt.isRequested },
      whenOutput: whenOutput
    )
  }

  /// Throws if a child was ended before its time.
  func check(_ outcome: ChildOutcome) throws(CommandFailure) {
    switch outcome.end {
    case .interrupted:
      throw CommandFailure("interrupted before anything was compared", status: .partial)
    case .outOfTime:
      throw CommandFailure(
        "the budget ended before anything was compared; give more with --budget",
        status: .partial
      )
    case .exited, .signalled, .tooMuch: return
    }
  }
}
