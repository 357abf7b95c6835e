/// What has to hold for a run to be valid: one name for each sort of ``InvalidReason``.
enum RunCondition: String, CaseIterable {
  case complete = "the whole plan was offered"
  case measured = "events were measured"
  case rate = "the offered rate was achieved"
  case generator = "the generator kept to its schedule"
  case lossless = "no event was lost"
  case inRange = "no time was out of range"

  /// What was not as it has to be, in sentences.
  func violations(in result: LoadResult) -> [String] {
    result.reasons.filter { Self.condition(of: $0) == self }.map(\.description)
  }

  private static func condition(of reason: InvalidReason) -> RunCondition {
    switch reason {
    case .interrupted: .complete
    case .nothingMeasured: .measured
    case .rateNotAchieved: .rate
    case .generatorLate: .generator
    case .dropped: .lossless
    case .outOfRange: .inRange
    }
  }
}
