extension StagedLoad {
  /// Holds every stage against limits.
  ///
  /// A limit that holds at a rate is one of the stages that have it, if there are any; any other limit is one of every
  /// stage.
  ///
  /// - Parameters:
  ///   - limits: the limits.
  ///   - reading: what was measured of the figure of a limit in a stage.
  /// - Returns: the verdicts, limit by limit, each stage by stage.
  public func judgement(
    of limits: [FigureLimit],
    _ reading: (FigureLimit, Stage) -> LimitReading
  ) -> LimitJudgement {
    LimitJudgement(
      limits.flatMap { limit -> [JudgedLimit] in
        let numbered = stages.enumerated().map { (number: $0.offset + 1, stage: $0.element) }
        let own = numbered.filter { limit.condition == .rate($0.stage.rate) }
        return (own.isEmpty ? numbered : own).map { number, stage in
          limit.judged(by: reading(limit, stage), stage: number)
        }
      }
    )
  }
}
