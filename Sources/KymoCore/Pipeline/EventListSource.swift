/// A source of events that lie in memory, in order, with their messages.
public struct EventListSource: EventSource {
  /// It comes to its end.
  public typealias Failure = Never

  /// An event, and the bytes of its message if it has one.
  public struct Entry: Sendable {
    /// The event.
    public var event: Event
    /// The bytes of its message.
    public var message: [UInt8]

    /// Puts an entry together.
    public init(event: Event, message: [UInt8] = []) {
      self.event = event
      self.message = message
    }
  }

  private let entries: [Entry]
  private var next = 0

  /// How many events one step pushes at most.
  public static var blockLength: Int { 256 }

  /// A source of these.
  ///
  /// - Parameter entries: in the order of ``Event/precedes(_:)``, if their lane is a stamped one.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// Pushes the next events.
  public mutating func produce(into producer: inout EventQueue.Producer) -> SourceProgress {
    let first = next
    while next < entries.count, next - first < Self.blockLength {
      let entry = entries[next]
      let length = entry.event.kind.isReference ? entry.message.count : nil
      guard producer.hasRoom(forMessageOf: length) else { return next > first ? .pushed : .blocked }
      if length == nil {
        producer.push(entry.event)
      } else {
        entry.message.lend { _ = producer.push(entry.event, message: $0) }
      }
      next += 1
    }
    return next > first ? .pushed : .finished
  }
}
