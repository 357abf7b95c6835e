public import KymoHistogram

/// The measurements of a sensor's samples in a load run, as their handler gets them.
public struct StreamReport {
  /// How old the newest sample was when its handlers were through with it, from when it was due.
  ///
  /// These are the response times: a sample that waits is an old sample.
  public let age: LatencySummary
  /// By how much the gap between the ends of two samples differed from the gap between their
  /// intended starts, either way.
  ///
  /// Between two samples of which others were lost, the gaps are those of the two.
  public let jitter: LatencySummary
  /// The deviations in ns, for exports.
  public let jitterHistogram: Histogram

  /// Sums up the histograms.
  public init(age: LatencySummary, jitter: Histogram) {
    self.age = age
    self.jitter = LatencySummary(jitter)
    jitterHistogram = jitter
  }
}
