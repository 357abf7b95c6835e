/// How a share of the time in one profile stands to that in an earlier one.
public struct ShareChange: Sendable, Equatable {
  /// The verdict on a change.
  public enum Verdict: String, Sendable {
    /// The share is larger, beyond the sampling error.
    case grew
    /// The share is smaller, beyond the sampling error.
    case shrank
    /// It was not there before, and is there too often to have been missed.
    case new
    /// It was there before, and too often to be missed now.
    case gone
    /// Sampling alone may have made the difference.
    case withinError = "within the sampling error"
  }

  /// The share in the earlier profile, 0 to 1.
  public let before: Double
  /// The share in the later profile, 0 to 1.
  public let after: Double
  /// How often it was seen in each.
  public let countBefore: Int, countAfter: Int
  /// The change that sampling alone may have caused, as a share.
  public let error: Double

  /// Compares a part of the earlier whole with one of the later whole.
  ///
  /// A count of n samples is off by √n, as chance has it, and by 2√n in one of twenty cases. Both counts are
  /// taken as shares of their wholes, and so are their errors, which add up as squares do.
  init(
    before: (weight: Int, count: Int),
    ofBefore: (weight: Int, count: Int),
    after: (weight: Int, count: Int),
    ofAfter: (weight: Int, count: Int)
  ) {
    self.before = Double(before.weight) / Double(max(1, ofBefore.weight))
    self.after = Double(after.weight) / Double(max(1, ofAfter.weight))
    countBefore = before.count
    countAfter = after.count
    let old = Double(max(1, ofBefore.count))
    let new = Double(max(1, ofAfter.count))
    // Of what was not seen there may have been one sample.
    let counts = (Double(max(1, before.count)), Double(max(1, after.count)))
    let variance = counts.0 / (old * old) + counts.1 / (new * new)
    error = 2 * variance.squareRoot()
  }

  /// The later share less the earlier one.
  public var change: Double { after - before }

  /// The verdict on it.
  public var verdict: Verdict {
    if abs(change) <= error { return .withinError }
    if countBefore == 0 { return .new }
    if countAfter == 0 { return .gone }
    return change > 0 ? .grew : .shrank
  }

  /// The class in ``FlameGraphStyle``: of five steps up and down, the largest change has the fifth.
  func look(largest: Double) -> String {
    switch verdict {
    case .withinError: return "same"
    case .new: return "new"
    case .gone: return "gone"
    case .grew, .shrank:
      let step = (5 * abs(change) / max(largest, abs(change))).rounded(.up)
      return "\(verdict == .grew ? "g" : "s")\(max(1, Int(step)))"
    }
  }
}
