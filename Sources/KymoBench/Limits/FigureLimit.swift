/// An absolute limit of a figure: "`accel` executes 805 instructions per event at most, give or take 1 %".
public struct FigureLimit: Sendable, Equatable {
  /// The command that it is about; nil for all together.
  public var command: String?
  /// The figure.
  public var figure: LimitFigure
  /// The limit in the figure's unit: the most that is good, or the least if ``LimitFigure/isLeast``.
  public var value: Double
  /// By how much a figure may be beyond it.
  public var tolerance: LimitTolerance
  /// Under which load it holds; nil for any.
  public var condition: LimitCondition?
  /// A remark of the file's author.
  public var note: String?
  /// Where it was set.
  public var place: LimitPlace

  /// Sets a limit.
  ///
  /// - Parameters:
  ///   - figure: the figure.
  ///   - value: the limit in the figure's unit; not negative.
  ///   - tolerance: by how much a figure may be beyond it.
  ///   - command: the command that it is about; nil for all together.
  ///   - condition: under which load it holds; nil for any.
  ///   - note: what somebody wrote beside it.
  ///   - place: where it was set.
  public init(
    _ figure: LimitFigure,
    _ value: Double,
    tolerance: LimitTolerance = .none,
    of command: String? = nil,
    condition: LimitCondition? = nil,
    note: String? = nil,
    at place: LimitPlace
  ) {
    self.command = command
    self.figure = figure
    self.value = value
    self.tolerance = tolerance
    self.condition = condition
    self.note = note
    self.place = place
  }

  /// The name of what it is about: a command, or `all`.
  public var subject: String { command ?? "all" }

  /// The last figure that is good, tolerance and all.
  public var bound: Double {
    let reach = tolerance.reach(of: value)
    return figure.isLeast ? max(0, value - reach) : value + reach
  }

  /// The subject of a limit, without its value.
  public struct Subject: Sendable, Hashable {
    /// The command; nil for all together.
    public let command: String?
    /// The figure.
    public let figure: LimitFigure
    /// Under which load; nil for any.
    public let condition: LimitCondition?
  }

  /// Its subject: of two limits of one subject, one is too many.
  public var about: Subject { Subject(command: command, figure: figure, condition: condition) }

  /// Holds it against what was measured.
  ///
  /// - Parameters:
  ///   - reading: what was measured of its figure.
  ///   - stage: of which stage of a load, from 1 on; nil if it is of a run.
  /// - Returns: the limit with its verdict.
  public func judged(by reading: LimitReading, stage: Int? = nil) -> JudgedLimit {
    let (actual, verdict): (Double?, LimitVerdict)
    switch reading {
    case .value(let value):
      actual = value
      verdict = (figure.isLeast ? value >= bound : value <= bound) ? .kept : .broken
    case .between(let low, let high):
      actual = low
      // What is found is below `high`, which was tried and is not good any more.
      let isGood = figure.isLeast ? low >= bound : high.map { $0 <= bound } ?? false
      let isBad = figure.isLeast ? high.map { $0 <= bound } ?? false : low > bound
      verdict = isGood ? .kept : isBad ? .broken : .notMeasured(Self.undecided)
    case .none(let reason): (actual, verdict) = (nil, .notMeasured(reason))
    case .missing(let reason): (actual, verdict) = (nil, .missing(reason))
    }
    return JudgedLimit(limit: self, actual: actual, verdict: verdict, stage: stage)
  }

  private static let undecided =
    "what was tried does not tell; a finer --resolution, a higher rate, or a machine that can offer it, would"
}
