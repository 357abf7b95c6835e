import Synchronization

/// The place in the plan at which measuring begins, once for both threads of a run.
///
/// It is the latest place that the run allows until the dispatcher moves it forward, and that is to
/// a place that the generator cannot have reached: both then measure the same events.
@usableFromInline final class WarmUpEnd: Sendable {
  private let place: Atomic<Int>
  /// How many events the generator can be ahead of the dispatcher, at most.
  let lead: Int

  init(_ place: Int, lead: Int) {
    self.place = Atomic(place)
    self.lead = lead
  }

  /// The place.
  @usableFromInline var index: Int { place.load(ordering: .relaxed) }

  /// Ends the warm-up after the event at `index`, as soon as that is possible; returns the place.
  ///
  /// The generator reads a slot's release after this, or it could not reach the place.
  func move(after index: Int) -> Int {
    let end = min(index + 1 + lead, self.index)
    place.store(end, ordering: .relaxed)
    return end
  }
}
