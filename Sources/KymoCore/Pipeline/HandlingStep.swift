/// The next step in the handling of an event, for a sink that follows it: ``OutcomeSink/follow(_:of:)``.
@frozen public enum HandlingStep: Sendable, Equatable {
  /// The decoder, which makes parameters of a request's text.
  case decoder
  /// A handler, by its place in ``CommandTable/handlerPlaces``.
  case handler(Int)
  /// A batch handler, with the event as the first of its run.
  case batch
  /// No handler any more: the outcome is counted, and sinks are told.
  case outcome
}
