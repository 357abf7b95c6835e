import KymoBench
import KymoText

/// The lines that the report of one run and that of repetitions have in common.
extension LoadResult {
  /// The rates.
  func offeredLine(_ quantity: QuantityText) -> String {
    // A rate of nothing is none.
    let rates = [offered.rate, measured.rate].map {
      $0 > 0 ? quantity.rate($0, of: "events") : "-"
    }
    return "offered   \(rates[0]), achieved \(rates[1])"
  }

  /// How many events missed the deadline; nil if there was none.
  func deadlineLine(_ quantity: QuantityText) -> String? {
    guard let deadline = measured.deadlineNanoseconds else { return nil }
    let missed = Int(overall.missedDeadlines ?? 0)
    let share = 100 * Double(missed) / Double(max(1, overall.count))
    return "deadline  \(quantity.duration(nanoseconds: deadline)), missed by \(missed) events, "
      + "\(NumberText.significant(share)) %"
  }

  /// Why the figures must not be compared; none if they may.
  var verdictLines: [String] {
    guard !valid else { return [] }
    return ["\(validity.word)   do not compare these figures:"] + reasons.map { "          \($0)" }
  }
}
