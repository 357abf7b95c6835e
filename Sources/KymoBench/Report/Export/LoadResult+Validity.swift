extension LoadResult {
  /// Why the figures are invalid, in one line; nil if they are valid.
  var invalidText: String? {
    valid ? nil : "INVALID: " + reasons.map(\.description).joined(separator: "; ")
  }

  /// How long was measured, in s.
  var measuredSeconds: Double {
    Double(measuredNanoseconds.upperBound - measuredNanoseconds.lowerBound) / 1e9
  }
}
