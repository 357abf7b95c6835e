public import KymoCore

extension CommandMap {
  /// Makes the stages of every command follow each other as in the code that was printed in 2009, so that a
  /// recording of an old app replays as it behaved.
  ///
  /// A business `exit` still runs the views, which then see neither parameters nor results and whose errors
  /// are nobody's; business handlers do not see each other's results; only the first view runs; and there is
  /// no error stage. Outcomes are counted all the same.
  public mutating func followLegacyRules() {
    arrange = { stages in
      let isolation = IsolatedHandler.Memory()
      stages[.business] = stages[.business].map { IsolatedHandler($0, isolation) }
      stages[.view] = Array(stages[.view].prefix(1))
      stages[.error] = []
      stages.afterExit = stages[.view]
    }
  }
}
