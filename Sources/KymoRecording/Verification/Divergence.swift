public import KymoCore

/// The first step at which a replay differs from its recording.
public struct Divergence: Sendable {
  /// A step as it was, with the event's header.
  public struct Step: Sendable {
    /// The event; of a recorded step without payload.
    public var event: Event
    /// The outcome and the digest.
    public var step: TraceStep
    /// The text of the request, if it is one and known.
    public var message: String?
    /// The text of the reply, if it is one and known.
    public var reply: String?
  }

  /// The number of the step, from 0: of the inputs and of the events that handlers raised, together.
  public var index: UInt64
  /// How many inputs were dispatched before the step, and so the number of the input, from 0, if it is one.
  ///
  /// A ``ReplayFault`` counts inputs; a recording whose handlers raise events has more steps than inputs.
  public var inputsBefore: UInt64
  /// The field that differs, such as `reply.x` or `input.data`; nil for a recording of version 1.
  ///
  /// Of `digest` it is not known which of the steps since the digest before differs, and in the payload of its
  /// input alone: see ``Verifier``.
  public var field: String?
  /// Whether it is an input that no handler was to see, so that the step is only the next one.
  public var isPassed = false
  /// The recording's step at that place; nil if it ends before.
  public var expected: Step?
  /// The replay's step at that place; nil if it ended before.
  public var actual: Step?
  /// The steps before, as replayed, oldest first; at most ``Verifier/contextLength``.
  public var before: [Step]

  /// Whether the step is an input, in the recording or, where that ends before, in the replay.
  public var isInput: Bool { (expected ?? actual)?.event.source != .device }
}
