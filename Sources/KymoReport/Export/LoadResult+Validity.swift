import KymoBench

extension LoadResult {
  /// Why the figures are invalid, in one line; nil if they are valid.
  ///
  /// Some formats repeat it in every row, and a thousand repetitions may have a thousand reasons.
  var invalidText: String? {
    guard !valid else { return nil }
    let listed = reasons.prefix(20).map(\.description)
    let more = reasons.count - listed.count
    return "\(validity.word): "
      + (listed + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "; ")
  }

  /// From the lowest to the highest rate that repetitions achieved, in events/s; nil for a single run.
  var achievedRange: ClosedRange<Double>? {
    let rates = repetitions?.all.map(\.result.measured.rate) ?? []
    guard let lowest = rates.min(), let highest = rates.max() else { return nil }
    return min(lowest, measured.rate)...max(highest, measured.rate)
  }

  /// How long was measured, in s.
  var measuredSeconds: Double { Double(measured.durationNanoseconds) / 1e9 }
}
