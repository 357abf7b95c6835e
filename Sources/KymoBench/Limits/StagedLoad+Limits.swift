extension StagedLoad {
  /// Holds every stage against limits.
  ///
  /// A limit that holds at a rate is one of the stages that have it, if there are any, and never one of a ramp; any other
  /// limit is one of every stage.
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
        let own = numbered.filter { $0.stage.has(limit.condition) }
        return (own.isEmpty ? numbered : own).map { number, stage in
          limit.judged(
            by: stage.ramp(limit.condition) ?? reading(limit, stage),
            stage: number
          )
        }
      }
    )
  }
}

extension StagedLoad.Stage {
  /// Whether a limit holds at the rate of this stage.
  fileprivate func has(_ condition: LimitCondition?) -> Bool {
    guard case .rate(let wanted)? = condition else { return false }
    return rate.single == wanted
  }

  /// Why a limit that holds at a rate says nothing about this stage; nil if it may.
  fileprivate func ramp(_ condition: LimitCondition?) -> LimitReading? {
    guard case .rate(let wanted)? = condition, case .ramp(let first, let last) = rate else {
      return nil
    }
    let rates = [wanted, first, last].map { "\(InvalidReason.rate($0))" }
    return .none(
      "it holds at \(rates[0]) events/s; this stage is a ramp from \(rates[1]) to \(rates[2]) events/s"
    )
  }
}
