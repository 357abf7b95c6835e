import KymoCore
import KymoRecording

/// A recorder that can be taken out of a replay's result, to be finished.
struct RecorderSlot: StepSink, ~Copyable {
  var recorder: Recorder?

  mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {
    recorder?.willDispatch(count, arena: arena, replies: replies)
  }

  mutating func record(_ event: borrowing Event, _ step: borrowing TraceStep) {
    recorder?.record(event, step)
  }
}
