import KymoCore
import KymoRecording
import KymoMCAP

/// A step sink that may not be there.
struct OptionalSteps<Sink: StepSink & ~Copyable>: StepSink, ~Copyable {
  /// The sink, or nil.
  var sink: Sink?

  /// A sink that is there.
  init(_ sink: consuming Sink) { self.sink = consume sink }

  private init() { sink = nil }

  /// A sink that is not there.
  static var none: OptionalSteps { OptionalSteps() }

  mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {
    sink?.willDispatch(count, arena: arena, replies: replies)
  }

  mutating func record(_ event: borrowing Event, _ step: borrowing TraceStep) {
    sink?.record(event, step)
  }
}

extension ReplayResult where Steps == PairSteps<OptionalSteps<Verifier>, OptionalSteps<Recorder>> {
  /// Ends the comparison with the recorded trace, if there was one.
  mutating func finishVerifier() -> (
    divergence: Divergence?, agreedCount: UInt64?, failure: MCAPError?
  ) {
    steps.first.sink?.finish()
    return (
      steps.first.sink?.divergence, steps.first.sink?.agreedCount, steps.first.sink?.failure
    )
  }

  /// Takes the recorder out, to be finished.
  mutating func takeRecorder() -> Recorder? { steps.second.sink.take() }
}
