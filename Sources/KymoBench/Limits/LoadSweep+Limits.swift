extension LoadSweep {
  /// The value that the sweep has of the figure of a limit.
  ///
  /// - Parameter limit: the limit.
  /// - Returns: what was found, or why nothing was.
  public func reading(for limit: FigureLimit) -> LimitReading {
    guard limit.figure == .knee else { return .none("a sweep measures the knee alone") }
    let own = objectives.map(\.description)
    if case .objectives(let wanted)? = limit.condition, wanted != own {
      return .none(
        "it is the knee of \(wanted.joined(separator: " and ")), not of "
          + own.joined(separator: " and ")
      )
    }
    switch knee {
    case .between(let kept, let failed):
      return .between(low: kept, high: isUnoffered(failed) ? nil : failed)
    case .atLeast(let rate): return .between(low: rate, high: nil)
    case .never where !hasValidRun: return .none("no run of the sweep was valid")
    case .never(let lowest) where isUnoffered(lowest):
      return .none("no rate could be offered undisturbed")
    case .never(let lowest): return .between(low: 0, high: lowest)
    case .unknown: return .none("the sweep was interrupted")
    }
  }
}
