/// Load in stages, one after the other with the same handlers: each has its rate, its length and its own figures.
public struct StagedLoad {
  /// One stage.
  public struct Stage {
    /// The planned rate.
    public var rate: StageRate
    /// How long events were offered, in ns.
    public var durationNanoseconds: Int64
    /// The measurements; only the first stage has a warm-up.
    public var result: LoadResult

    /// Puts a stage together.
    public init(rate: StageRate, durationNanoseconds: Int64, result: LoadResult) {
      self.rate = rate
      self.durationNanoseconds = durationNanoseconds
      self.result = result
    }
  }

  /// The stages, in the order in which they were made.
  public private(set) var stages: [Stage] = []
  /// How many were asked for; more than there are if somebody stopped them.
  public let wanted: Int

  /// Starts without a stage.
  public init(wanted: Int) { self.wanted = wanted }

  /// Takes the next stage.
  public mutating func append(_ stage: Stage) { stages.append(stage) }

  /// Whether somebody stopped it before its end.
  public var isInterrupted: Bool {
    stages.count < wanted || stages.contains(where: \.result.offered.isInterrupted)
  }

  /// Why its figures must not be compared, each in a sentence that names the stage; empty if they may.
  public var reasons: [String] {
    let reasons = stages.enumerated().flatMap { index, stage in
      stage.result.reasons.map { "stage \(index + 1): \($0)" }
    }
    return stages.count < wanted ? reasons + [stopped] : reasons
  }

  /// That stages are missing, in a sentence.
  public var stopped: String { "stopped after \(stages.count) of \(wanted) stages" }

  /// Whether stages are invalid, and by nothing but time that the machine did not have.
  public var isOfMachine: Bool {
    let invalid = stages.filter { !$0.result.valid }
    return stages.count == wanted && !invalid.isEmpty
      && invalid.allSatisfy(\.result.validity.isOfMachine)
  }

  /// Whether all stages were made, and the figures of each may be compared.
  public var isValid: Bool { stages.count == wanted && stages.allSatisfy(\.result.valid) }
}
