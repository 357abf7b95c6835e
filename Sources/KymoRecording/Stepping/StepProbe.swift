import KymoBridge
import KymoCore

/// The sink of a ``SteppedReplay``: it compares, looks for breakpoints, and keeps the step that it is to keep.
struct StepProbe: OutcomeSink, ~Copyable {
  /// The comparison with the recording, if anybody wants it.
  var verifier: OptionalSink<Verifier>
  /// What it looks for; empty while nothing is.
  var breakpoints: [StepBreakpoint] = []
  /// It looks at the steps before this one.
  var limit = UInt64.max
  /// The breakpoint that the last step has met; of several the first.
  var met: StepBreakpoint?
  /// The step that met one last, while it looks, and which one.
  var lastMet: (step: UInt64, breakpoint: StepBreakpoint)?
  /// Whether the next step is kept.
  var keeps = false
  /// The step that was kept.
  var kept: ReplayedStep?
  /// How many inputs have come.
  private(set) var inputCount: UInt64 = 0
  private let watch: CallWatch

  init(_ verifier: consuming OptionalSink<Verifier>, _ watch: CallWatch) {
    self.verifier = verifier
    self.watch = watch
  }

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    verifier.record(event, outcome, digest: digest, message: message, reply: reply)
    let isInput = event.source != .device
    if isInput { inputCount += 1 }
    if keeps { keep(event, outcome, digest, message, reply, isInput ? inputCount - 1 : nil) }
    if !breakpoints.isEmpty, outcome.index < limit { look(event, outcome, message, reply) }
  }

  mutating func pass(_ event: borrowing Event, message: RawSpan) {
    verifier.pass(event, message: message)
    inputCount += 1
  }

  private mutating func look(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    _ message: RawSpan,
    _ reply: RawSpan
  ) {
    met = nil
    for breakpoint in breakpoints {
      let isMet =
        breakpoint.condition == .divergence
        ? verifier.sink?.divergence?.index == outcome.index
        : breakpoint.isMet(event, outcome, message: message, reply: reply)
      guard isMet else { continue }
      met = breakpoint
      lastMet = (outcome.index, breakpoint)
      return
    }
  }

  private mutating func keep(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    _ digest: UInt64,
    _ message: RawSpan,
    _ reply: RawSpan,
    _ input: UInt64?
  ) {
    var step = ReplayedStep(event: copy event, outcome: copy outcome, digest: digest)
    step.input = input
    if event.kind == .message { step.message = message.text }
    if event.kind == .data { step.dataBytes = message.byteCount }
    if outcome.replyKind == .text { step.reply = reply.text }
    step.parameters = watch.parameters
    step.turns = watch.turns
    watch.reset()
    kept = step
  }
}
