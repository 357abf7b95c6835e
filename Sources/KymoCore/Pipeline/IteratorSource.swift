/// A source of the events that an iterator makes, such as a synthetic session.
public struct IteratorSource<Iterator: IteratorProtocol<Event>>: EventSource {
  /// It comes to its end.
  public typealias Failure = Never

  private var iterator: Iterator

  /// How many events one step pushes at most.
  public static var blockLength: Int { 256 }

  /// A source of the events that are still to come from `iterator`.
  ///
  /// - Parameter iterator: makes events without messages, in the order of ``Event/precedes(_:)`` if their
  ///   lane is a stamped one.
  public init(_ iterator: Iterator) { self.iterator = iterator }

  /// Makes and pushes the next events.
  public mutating func produce(into producer: inout EventQueue.Producer) -> SourceProgress {
    var count = 0
    while count < Self.blockLength, producer.hasRoom() {
      guard let event = iterator.next() else { return count > 0 ? .pushed : .finished }
      producer.push(event)
      count += 1
    }
    return count > 0 ? .pushed : .blocked
  }
}
