import KymoCore
import KymoMCAP
import KymoRecording

/// The inputs of a recording one after the other, read in blocks.
///
/// It is an object of its own so that whoever holds it in an object reads an event without a check of exclusive access.
final class EventBlocks {
  private var events: SessionEvents
  private var block: [Event] = []
  private var place = 0
  private var isOver = false

  /// How many events are read at once.
  private static let blockLength = 512

  init(_ events: consuming SessionEvents) {
    self.events = events
    block.reserveCapacity(Self.blockLength)
  }

  /// The next event; nil after the last.
  ///
  /// - Throws: what is wrong with the recording.
  @inline(__always)
  func next() throws(QueryError) -> Event? {
    if place == block.count, !(try refill()) { return nil }
    place &+= 1
    return block[place &- 1]
  }

  private func refill() throws(QueryError) -> Bool {
    place = 0
    block.removeAll(keepingCapacity: true)
    if isOver { return false }
    do throws(SessionError) {
      var hasMore = true
      try block.append(addingCapacity: Self.blockLength) { output throws(SessionError) in
        hasMore = try events.fill(&output)
      }
      if !block.isEmpty { return true }
      // Its message is lent until the next one is read.
      if hasMore, let event = try events.next() {
        block.append(event)
        return true
      }
      isOver = true
      return false
    } catch { throw .recording(error) }
  }

  /// Lends `body` the message of the event that ``next()`` gave last.
  func withMessage(of event: Event, _ body: (RawSpan) -> Void) {
    events.withMessage(of: event, body)
  }
}
