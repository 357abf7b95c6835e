/// A part of a step, of which the fields have paths that begin with its name.
public enum StepPart: String, Sendable, CaseIterable {
  /// The event from outside, as it was recorded.
  case input
  /// The header of the event that was dispatched.
  case event
  /// The outcome that the handlers gave it.
  case outcome
  /// The reply.
  case reply

  /// The part that a field belongs to; nil if it belongs to no step, or only to the layout of the trace.
  public init?(path: String) {
    let name = path.prefix { $0 != "." }
    guard name.utf8.count < path.utf8.count else { return nil }
    self.init(rawValue: String(name))
  }
}
