import KymoCore
import KymoProfile
import KymoRecording

/// Reads a recording into a lane as a replay at full speed does, and says when each event is pushed.
struct WatchedReading: EventSource, ~Copyable {
  /// How many events are read at once, as in a replay.
  private static let blockLength = 256

  private(set) var events: SessionEvents
  private let times: SourcePushTimes
  private let shouldStop: @Sendable () -> Bool
  /// The request that was read and not yet pushed.
  private var held: Event?
  /// Whether it was asked to stop.
  private(set) var wasInterrupted = false

  init(
    _ events: consuming SessionEvents,
    _ times: SourcePushTimes,
    shouldStop: @escaping @Sendable () -> Bool
  ) {
    self.events = events
    self.times = times
    self.shouldStop = shouldStop
  }

  mutating func produce(
    into producer: inout EventQueue.Producer
  ) throws(SessionError) -> SourceProgress {
    if shouldStop() {
      wasInterrupted = true
      return .finished
    }
    if held != nil { return pushHeld(&producer) ? .pushed : .blocked }
    var hasMore = true
    var isFull = true
    let count = try producer.claim(upTo: Self.blockLength) { output throws(SessionError) in
      hasMore = try events.fill(&output)
      isFull = output.isFull
      times.note(output.span)
    }
    guard hasMore else { return .finished }
    // What is next and did not fit in among the others has a text.
    if !isFull, let event = try events.next() {
      held = event
      return pushHeld(&producer) || count > 0 ? .pushed : .blocked
    }
    return count > 0 ? .pushed : .blocked
  }

  /// Pushes the request that was read, if there is room for it.
  private mutating func pushHeld(_ producer: inout EventQueue.Producer) -> Bool {
    guard let event = held else { return false }
    guard producer.hasRoom(forMessageOf: Int(event.payload.reference.length)) else { return false }
    held = nil
    times.note(event)
    _ = events.withMessage(of: event) { producer.push(event, message: $0) }
    return true
  }
}
