/// How many events were lost at one place on the way.
public struct LoadDrop: Sendable, Equatable {
  /// A place at which events can be lost.
  public enum Place: String, Sendable, CaseIterable {
    /// Dropped on arrival, because the queue was full.
    case newestInQueue = "queue, newest"
    /// Dropped from the queue, to make room.
    case oldestInQueue = "queue, oldest"
    /// Refused by the queue, because a later one had been pushed.
    case late = "queue, late"
    /// Left in the queue when the run was stopped.
    case abandoned = "queue, abandoned"
    /// Due, and still waiting to be sent to a server when the run was over.
    case neverSent = "never sent"
    /// Sent to a server, which had not answered when the run was over.
    case unanswered = "sent, never answered"
  }

  /// Where.
  public var place: Place
  /// How many; at least 1.
  public var count: Int

  /// Counts `count` events at `place`.
  public init(place: Place, count: Int) {
    self.place = place
    self.count = count
  }

  /// One sentence.
  var sentence: String {
    switch place {
    case .newestInQueue, .oldestInQueue, .late, .abandoned:
      "\(count) events were lost (\(place.rawValue))"
    case .neverSent: "\(count) events were never sent: they waited until the run was over"
    case .unanswered: "\(count) events were sent, and not answered when the run was over"
    }
  }
}
