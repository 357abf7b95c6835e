/// By which rules the stages of a command follow each other.
@frozen public enum DispatchRules: Sendable, CaseIterable {
  /// Those of ``Dispatcher``.
  case strict
  /// Those of the code that was printed in 2009, so that a recording of an old app replays as it behaved:
  /// a business `exit` still runs the views, which then see neither parameters nor results and whose errors
  /// are nobody's; business handlers do not see each other's results; only the first view runs; and there
  /// is no error stage. Outcomes are counted all the same.
  case legacy

  /// The handlers of a stage that are left under these rules.
  func effective(_ handlers: [Handler], _ stage: Stage) -> [Handler] {
    switch (self, stage) {
    case (.strict, _), (.legacy, .validate): handlers
    case (.legacy, .business): handlers.map { WithoutResults($0) }
    case (.legacy, .view): Array(handlers.prefix(1))
    case (.legacy, .error): []
    }
  }
}
