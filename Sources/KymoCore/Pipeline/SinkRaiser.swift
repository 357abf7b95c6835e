/// The means of a sink to raise events in answer to an outcome: a page's calls after a reply, say.
///
/// A raised event is dispatched when its time has come, in the order of all events. It lies strictly after
/// the event that it answers, so that a run has an end.
@frozen public struct SinkRaiser: ~Copyable {
  @usableFromInline var events: RaisedEvents
  /// The time of the event that is answered.
  @usableFromInline var answered = Int64.min

  @usableFromInline init(hasTexts: Bool) { events = RaisedEvents(hasTexts: hasTexts) }

  /// How many bytes a raised text may have.
  public static var maximumTextBytes: Int { RaisedEvents.maximumTextBytes }

  /// Raises an event without a text.
  ///
  /// - Parameters:
  ///   - command: from ``CommandMap/raise(_:)``, or from the table's names.
  ///   - timestamp: when, in ns; 1 ns after the event that is answered if it does not lie after that.
  ///   - source: who speaks. Its events are numbered here, so it must be nobody else's.
  ///   - kind: what the payload means; not a message.
  ///   - payload: the data.
  /// - Returns: what takes the event back.
  /// - Throws: ``HandlerError/unavailable`` if ``Exchange/maximumRaisedEvents`` wait already, or if the run
  ///   is over, as it is behind an event at the largest timestamp.
  /// - Complexity: O(events that wait), without allocation.
  @discardableResult
  public mutating func raise(
    _ command: CommandID,
    at timestamp: Int64,
    source: SourceID,
    kind: EventKind = .none,
    payload: Payload = Payload()
  ) throws(HandlerError) -> RaisedEvent {
    precondition(!kind.isReference, "an event of this kind is raised with its text")
    return try events.insert(
      command,
      at: time(for: timestamp),
      source: source,
      kind: kind,
      payload: payload
    )
  }

  /// Raises an event with a text, such as a call.
  ///
  /// - Parameters:
  ///   - command: from the table's names.
  ///   - timestamp: when, in ns; 1 ns after the event that is answered if it does not lie after that.
  ///   - source: who speaks. Its events are numbered here, so it must be nobody else's.
  ///   - kind: what the text means.
  ///   - tag: see ``PayloadReference/tag``.
  ///   - message: the text, at most ``maximumTextBytes``; it is copied.
  /// - Returns: what takes the event back.
  /// - Throws: ``HandlerError/tooLong``; ``HandlerError/unavailable`` as the other, or if the texts that
  ///   wait fill their memory.
  /// - Complexity: O(events that wait + bytes), without allocation.
  @discardableResult
  public mutating func raise(
    _ command: CommandID,
    at timestamp: Int64,
    source: SourceID,
    kind: EventKind = .message,
    tag: UInt32 = 0,
    message: RawSpan
  ) throws(HandlerError) -> RaisedEvent {
    precondition(kind.isReference, "an event of this kind carries no text")
    return try raise(command, exactlyAt: time(for: timestamp), source, tag, message, kind)
  }

  /// Raises an event with a text for a time that may be the present.
  mutating func raise(
    _ command: CommandID,
    exactlyAt timestamp: Int64,
    _ source: SourceID,
    _ tag: UInt32,
    _ message: RawSpan,
    _ kind: EventKind = .message
  ) throws(HandlerError) -> RaisedEvent {
    guard message.byteCount <= Self.maximumTextBytes else { throw .tooLong }
    let reference = try events.keep(message, tag: tag)
    do throws(HandlerError) {
      return try events.insert(
        command,
        at: timestamp,
        source: source,
        kind: kind,
        payload: Payload(reference)
      )
    } catch {
      events.letGo(reference)
      throw error
    }
  }

  /// When an event is due that is raised for `timestamp`: after the event that is answered.
  private func time(for timestamp: Int64) throws(HandlerError) -> Int64 {
    guard answered < .max else { throw .unavailable }
    return max(timestamp, answered + 1)
  }

  /// Takes a raised event back.
  ///
  /// - Returns: whether it still waited.
  @discardableResult
  public mutating func cancel(_ event: RaisedEvent) -> Bool { events.remove(event) }
}
