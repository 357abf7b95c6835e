import KymoCore
import KymoMCAP
import KymoRecording

extension ReplayResult where Sink == PairSink<OptionalSink<Verifier>, OptionalSink<Recorder>> {
  /// Ends the comparison with the recorded trace, if there was one.
  mutating func finishVerifier() -> (
    divergence: Divergence?, agreedCount: UInt64?, failure: MCAPError?
  ) {
    sink.first.sink?.finish()
    return (
      sink.first.sink?.divergence, sink.first.sink?.agreedCount, sink.first.sink?.failure
    )
  }
}
