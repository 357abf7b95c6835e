extension LoadRun {
  /// The least number of events in a window whose median is looked at.
  static var minimumWindow: Int { 200 }

  /// How many events that are timed a window has of which the warm-up looks at the median; nil for a
  /// warm-up of fixed length.
  var windowCount: Int? {
    let interval = configuration.sampleInterval
    let count = max(Self.minimumWindow, plan.count / 50 / interval)
    guard configuration.warmUp == .automatic,
      StabilityWatch.agreeing * count * interval + generatorLead < plan.count / 2
    else { return nil }
    return count
  }

  /// How many events the generator can be ahead of the one that is being dispatched, at most.
  ///
  /// The capacity of the queue, which may be twice what was asked for, and a run that is not over.
  private var generatorLead: Int { 2 * configuration.queueCapacity + Self.maximumRun }

  /// Where measuring begins, for the two halves of a run to share.
  @usableFromInline func makeWarmUpEnd() -> WarmUpEnd {
    WarmUpEnd(windowCount == nil ? warmUpCount : plan.count / 2, lead: generatorLead)
  }

  /// Makes the watch for the end of the warm-up; nil if it is fixed.
  func makeWatch() -> StabilityWatch? { windowCount.map { StabilityWatch(windowCount: $0) } }
}
