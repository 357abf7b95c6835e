extension InvalidReason {
  /// Whether it speaks of time that the machine did not have: less load, or a machine with less other work, would be
  /// without it.
  public var isOfMachine: Bool {
    switch self {
    case .rateNotAchieved, .generatorLate, .preempted: true
    case .dropped(let drop): drop.place != .abandoned
    case .reported(let condition, _):
      [.rate, .generator, .core, .lossless].contains(condition)
    case .interrupted, .nothingMeasured, .noRate, .outOfRange: false
    }
  }
}

extension LoadValidity {
  /// Whether the figures are invalid, and by nothing but time that the machine did not have.
  public var isOfMachine: Bool { !isValid && reasons.allSatisfy(\.isOfMachine) }
}
