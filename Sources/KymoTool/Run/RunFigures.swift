import KymoRecording
import KymoScript

/// The result of a run, in numbers.
struct RunFigures {
  /// The result that its recording would state.
  let result: SessionResult
  let inputs: UInt64
  /// How many requests, and how many dialogs, of a page the session holds.
  let leftOut: UInt64
  let leftOutDialogs: UInt64
  /// How many acts on the page the session holds in whose place others were given.
  let leftOutActs: UInt64
  /// How often each command ended in each way, by its id.
  let counts: [[UInt64]]
  let wasInterrupted: Bool
  /// How long it took, in s.
  let seconds: Double

  init<Sink: ~Copyable>(
    _ run: borrowing PageRun<Sink>.Result,
    _ result: SessionResult,
    seconds: Double
  ) {
    self.result = result
    inputs = run.inputs
    leftOut = run.leftOut
    leftOutDialogs = run.leftOutDialogs
    leftOutActs = run.leftOutActs
    counts = run.counts
    wasInterrupted = run.wasInterrupted
    self.seconds = seconds
  }
}
