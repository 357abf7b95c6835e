/// The effect of one fault.
public enum PageFaultEffect: String, CaseIterable, Sendable {
  /// The native side came to the same, and the page has shown the same.
  case none = "no effect"
  /// The page has shown something else, or made other calls.
  case different = "something else"
  /// A script threw what nobody caught, which it does not without the fault.
  case uncaught = "uncaught"
  /// Scripts ran into a limit, or the page could not be loaded.
  case failed = "ended"
  /// The ledger does not balance.
  case unaccounted = "unaccounted"

  /// Whether it is the page's, or our own, mistake.
  public var isMistake: Bool { self != .none && self != .different }
}
