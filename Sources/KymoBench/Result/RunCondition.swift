/// A condition of a valid run: one name for each sort of ``InvalidReason``.
public enum RunCondition: String, Sendable, CaseIterable {
  /// Nobody stopped it.
  case complete = "the whole plan was offered"
  /// The warm-up was not everything.
  case measured = "events were measured"
  /// The system did what it was asked to.
  case rate = "the offered rate was achieved"
  /// The load was the one that was planned.
  case generator = "the generator kept to its schedule"
  /// The dispatcher could run when it wanted to.
  case core = "the dispatcher had its core"
  /// Every event was dispatched.
  case lossless = "no event was lost"
  /// Every time is in its histogram.
  case inRange = "no time was out of range"
  /// The page worked, if there was one.
  case scripts = "no script threw what nobody caught"
  /// The handlers did the same in every repetition.
  case repeatable = "every repetition had the same outcome"
  /// Nothing speaks against the corpus, if it was one.
  case corpus = "the corpus passed"

  /// Those that say something about a result: a single run cannot differ from itself.
  package static func all(for result: LoadResult) -> [RunCondition] {
    allCases.filter { condition in
      switch condition {
      case .repeatable: result.repetitions != nil
      case .core:
        result.platform.dispatcherDelayNanoseconds != nil
          || result.reasons.contains { $0.condition == .core }
      case .scripts, .corpus: result.reasons.contains { $0.condition == condition }
      default: true
      }
    }
  }

  /// Returns the violations of the condition, in sentences.
  package func violations(in result: LoadResult) -> [String] {
    result.reasons.filter { $0.condition == self }.map(\.description)
  }
}

extension InvalidReason {
  /// The condition that did not hold.
  public var condition: RunCondition {
    switch self {
    case .interrupted: .complete
    case .nothingMeasured: .measured
    case .noRate, .rateNotAchieved: .rate
    case .generatorLate: .generator
    case .preempted: .core
    case .dropped: .lossless
    case .outOfRange: .inRange
    case .reported(let condition, _): condition
    }
  }
}
