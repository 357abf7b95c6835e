/// Where measuring begins, as the dispatching thread knows it.
@frozen @usableFromInline struct WarmUpBoundary {
  /// The place in the plan of the first event that is measured, as far as is known.
  @usableFromInline var place: Int
  /// The same for the generator; nil if it is fixed.
  @usableFromInline let end: WarmUpEnd?
  /// The watch for the end of the warm-up; nil if it is fixed.
  @usableFromInline var watch: StabilityWatch?

  /// The warm-up of a run; of fixed length without an end that both threads share.
  init(_ run: LoadRun, _ end: WarmUpEnd?) {
    place = end?.index ?? run.warmUpCount
    self.end = end
    watch = end == nil ? nil : run.makeWatch()
  }

  /// Whether the event at a place is measured.
  @inlinable @inline(always) func isOver(at index: Int) -> Bool { index >= place }

  /// Looks at the response time in ns of an input of the warm-up: whether it is over with this one.
  @inlinable @inline(always) mutating func note(_ response: Int64, at index: Int) {
    if watch != nil { look(response, at: index) }
  }

  @usableFromInline mutating func look(_ response: Int64, at index: Int) {
    guard watch?.note(response) == true, let end else { return }
    place = end.move(after: index)
  }

  /// How the warm-up ended, as far as it did.
  var outcome: WarmUpOutcome {
    guard let watch else { return .fixed }
    return watch.isStable ? .stable(medians: watch.medians) : .unstable(medians: watch.medians)
  }
}
