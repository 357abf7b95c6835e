extension Int64? {
  /// The earlier of two times; nil is never.
  func earlier(_ other: Int64?) -> Int64? {
    guard let self else { return other }
    guard let other else { return self }
    return Swift.min(self, other)
  }
}
