/// The stages of a command, in the order in which they run; QuickConnect's ValCO, BCO, VCO and ECO.
@frozen public enum Stage: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// Checks the parameters; `exit` ends the request as ``OutcomeStatus/validationFailed``.
  case validate
  /// Does the work and appends results; `exit` ends the request as ``OutcomeStatus/exited``.
  case business
  /// Makes the reply; `exit` keeps later views from running and is no failure.
  case view
  /// Runs after a failed validation and after a handler that threw.
  case error
}
