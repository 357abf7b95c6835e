/// A figure that is measured of a command; in ns, less is better.
public enum GateQuantity: String, Sendable, CaseIterable {
  /// The time from an event's dispatch to the end of its handlers, back to back: the mean without the extreme
  /// twentieths. Digest, ledger and the reading of the clock are in it.
  case cost
  /// The median time from when an event was due to the end of its handlers, under load.
  case responseP50 = "response p50"
  /// The 99th percentile of that.
  case responseP99 = "response p99"
  /// The median time from when a request was due to its reply, under load.
  case replyP50 = "reply p50"

  /// Whether it is one of the tail, which shows a change only if it is large.
  ///
  /// A figure of the tail can fail a run, but noise in it leaves the run undecided only on request.
  public var isTail: Bool { self == .responseP99 }

  /// How many values a measurement must rest on: 100 on the far side of a percentile.
  public var minimumCount: Int64 { isTail ? 10_000 : 200 }

  /// The threshold, given that of a median.
  ///
  /// A tail varies more: at the default of 3 %, it is 10 %.
  public func threshold(ofMedian threshold: Double) -> Double {
    isTail ? threshold * 10 / 3 : threshold
  }
}
