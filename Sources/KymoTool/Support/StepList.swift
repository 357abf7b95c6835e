import KymoCore
import KymoRecording

/// The step sink that keeps every step in memory; for short sessions only.
struct StepList: StepSink {
  /// An event and its step.
  struct Entry {
    var event: Event
    var step: TraceStep
  }

  /// The steps so far.
  private(set) var entries: [Entry] = []

  mutating func record(_ event: borrowing Event, _ step: borrowing TraceStep) {
    entries.append(Entry(event: copy event, step: copy step))
  }
}

extension ReplayResult where Steps == StepList {
  /// Lets go of everything but the steps.
  consuming func takeSteps() -> StepList { steps }
}
