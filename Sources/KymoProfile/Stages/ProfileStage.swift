import KymoCore

/// Where the dispatching thread spends its time, in the order in which an event meets it.
///
/// Together they are all of its time, but for what the profiler itself takes.
public enum ProfileStage: UInt8, CaseIterable, Sendable {
  /// Nothing can be dispatched: the rings are empty, or a source has still to say how far it is.
  case ringWait
  /// Finding what is next in the lanes, and giving their slots back.
  case merge
  /// Between the handlers, and before the first of an event.
  case dispatch
  /// A request's text becomes parameters.
  case decode
  /// The validating handlers.
  case validate
  /// The business handlers, and batch handlers.
  case business
  /// The handlers that make the reply.
  case view
  /// The handlers that run after a failure.
  case error
  /// The outcome is counted and added to the digest.
  case digest
  /// Sinks are told: the recorder, a verifier.
  case record
  /// Sinks raise events in answer.
  case reply

  /// What tables call it.
  public var name: String { self == .ringWait ? "ring wait" : "\(self)" }

  /// The stage of a handler.
  init(_ stage: Stage) {
    switch stage {
    case .validate: self = .validate
    case .business: self = .business
    case .view: self = .view
    case .error: self = .error
    }
  }
}
