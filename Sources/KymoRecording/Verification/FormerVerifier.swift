import KymoCore
import KymoMCAP

/// Holds every step against the trace of a recording of version 1, by its digest, and keeps the first difference.
struct FormerVerifier: ~Copyable {
  var trace: TraceReader
  let allowsEnd: Bool
  /// How many steps were compared with the trace and agreed.
  var agreedCount: UInt64 { count }
  var recent: [Divergence.Step] = []
  var count: UInt64 = 0
  /// How many of these steps were inputs.
  var inputCount: UInt64 = 0
  var hasEnded = false
  /// The first difference, if there was one.
  private(set) var divergence: Divergence?
  /// Why the trace could not be read, if so.
  private(set) var failure: MCAPError?

  /// Compares with a recorded trace.
  ///
  /// - Parameters:
  ///   - trace: the trace.
  ///   - allowsEnd: whether the trace may end before the replay does, as that of a recording that was
  ///     cut off; what follows is then not compared.
  init(_ trace: consuming TraceReader, allowsEnd: Bool = false) {
    self.trace = trace
    self.allowsEnd = allowsEnd
    recent.reserveCapacity(Verifier.contextLength + 1)
  }

  /// Compares one step.
  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    guard divergence == nil, failure == nil, !hasEnded else { return }
    let step = TraceStep(outcome: copy outcome, digest: digest)
    var actual = Divergence.Step(event: copy event, step: step)
    // The texts do not last.
    if event.kind.isReference { actual.message = message.text }
    if outcome.replyKind == .text { actual.reply = reply.text }
    do {
      let expected = try trace.next()
      if expected == nil, allowsEnd {
        hasEnded = true
        return
      }
      if expected?.step.digest != digest {
        divergence = Divergence(
          index: count,
          inputsBefore: inputCount,
          expected: expected.map { Divergence.Step(event: $0.event, step: $0.step) },
          actual: actual,
          before: recent
        )
        return
      }
    } catch {
      failure = error
    }
    count += 1
    if event.source != .device { inputCount += 1 }
    if recent.count == Verifier.contextLength { recent.removeFirst() }
    recent.append(actual)
  }

  /// Counts an input that no handler was to see: it is none of the steps.
  mutating func pass(_ event: borrowing Event, message: RawSpan) { inputCount += 1 }

  /// Call after the last step: the recording must not have more.
  mutating func finish() {
    guard divergence == nil, failure == nil, !hasEnded else { return }
    do {
      if let expected = try trace.next() {
        divergence = Divergence(
          index: count,
          inputsBefore: inputCount,
          expected: Divergence.Step(event: expected.event, step: expected.step),
          actual: nil,
          before: recent
        )
      }
    } catch {
      failure = error
    }
  }
}
