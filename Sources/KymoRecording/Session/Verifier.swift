public import KymoCore

/// The step sink that holds every step against the recorded trace and keeps the first difference.
///
/// It reads the trace as it goes, one chunk at a time, on the dispatching thread.
public struct Verifier: StepSink, ~Copyable {
  /// How many steps before a divergence are kept to be shown.
  public static var contextLength: Int { 10 }

  var trace: TraceReader
  var recent: [Divergence.Step] = []
  var count: UInt64 = 0
  /// The first difference, if there was one.
  public private(set) var divergence: Divergence?
  /// Why the trace could not be read, if so.
  public private(set) var failure: MCAPError?

  /// Compares with a recorded trace.
  public init(_ trace: consuming TraceReader) {
    self.trace = trace
    recent.reserveCapacity(Self.contextLength + 1)
  }

  /// Compares one step.
  public mutating func record(_ event: borrowing Event, _ step: borrowing TraceStep) {
    guard divergence == nil, failure == nil else { return }
    let actual = Divergence.Step(event: copy event, step: copy step)
    do {
      let expected = try trace.next()
      if expected?.step.digest != step.digest {
        divergence = Divergence(
          index: count,
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
    if recent.count == Self.contextLength { recent.removeFirst() }
    recent.append(actual)
  }

  /// Call after the last step: the recording must not have more.
  public mutating func finish() {
    guard divergence == nil, failure == nil else { return }
    do {
      if let expected = try trace.next() {
        divergence = Divergence(
          index: count,
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
