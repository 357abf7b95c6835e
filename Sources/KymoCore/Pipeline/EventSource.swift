/// Something that produces events: a recording, a generator, a plan of load, a list in memory.
///
/// It does not wait by itself, so that a thread of its own can drive it (``SourceThread``) or a caller step by
/// step, on virtual time (``Pipeline/play(_:into:clock:shouldStop:)``).
public protocol EventSource: ~Copyable, SendableMetatype {
  /// Why it can end early; `Never` if it cannot.
  associatedtype Failure: Error

  /// Pushes what is there and fits, within some hundred events, and says how to go on.
  ///
  /// - Parameter producer: the source's end of its lane; whoever drives the source finishes it.
  /// - Returns: whether something was pushed, and if not, what has to be waited for.
  /// - Throws: why there will be nothing more.
  mutating func produce(into producer: inout EventQueue.Producer) throws(Failure) -> SourceProgress
}
