extension [String: UInt64] {
  /// The names with their counts, the most frequent first, and equal ones by name.
  var byFrequency: [(name: String, count: UInt64)] {
    sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}
