import KymoCore

/// Where the dispatching thread spends its time, in the order in which an event meets it.
///
/// Together they are all of its time, but for what the profiler itself takes; ``ringWait`` is beside it: events wait at
/// the same time.
public enum ProfileStage: UInt8, CaseIterable, Sendable {
  /// Nothing can be dispatched: the rings are empty, or a source has still to say how far it is.
  case idle
  /// Finding what is next in the lanes, and giving their slots back.
  case merge
  /// Where no other thread reads for this one: reading the recording, and finding what is next.
  case read
  /// An event lies in its ring, from when it was pushed until the thread turns to it.
  case ringWait
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
  /// A page is handed the event and its reply, and its scripts run; or it has a turn of its own.
  case page
  /// Sinks are told: the recorder, a verifier.
  case record
  /// Sinks raise events in answer.
  case reply

  /// Its name in tables.
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
