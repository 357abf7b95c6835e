/// One thing that happened, 64 bytes: a header of 16 and a payload of 48, one cache line.
///
/// Events are totally ordered by ``precedes(_:)``: (timestamp, source, sequence). That order, and not the
/// order of arrival, is the order of dispatch.
@frozen public struct Event: BitwiseCopyable, Sendable {
  /// Logical time in ns on the recording's clock.
  ///
  /// Handlers see this and never the wall clock.
  public var timestamp: Int64
  /// The number of the event within its source; wraps at 2³².
  public var sequence: UInt32
  /// The command to dispatch.
  public var command: CommandID
  /// The producer of the event.
  public var source: SourceID
  /// The meaning of ``payload``.
  public var kind: EventKind
  /// The data.
  public var payload: Payload

  /// Puts an event together from its parts.
  @inlinable public init(
    timestamp: Int64,
    sequence: UInt32,
    command: CommandID,
    source: SourceID,
    kind: EventKind,
    payload: Payload
  ) {
    self.timestamp = timestamp
    self.sequence = sequence
    self.command = command
    self.source = source
    self.kind = kind
    self.payload = payload
  }

  /// Whether this event is dispatched before `other`: by timestamp, then source, then sequence.
  ///
  /// Sequences are compared modulo 2³², so the order holds across the wrap as long as fewer than 2³¹
  /// events of one source share a timestamp.
  @inlinable public func precedes(_ other: borrowing Event) -> Bool {
    if timestamp != other.timestamp { return timestamp < other.timestamp }
    if source != other.source { return source.rawValue < other.source.rawValue }
    return Int32(bitPattern: sequence &- other.sequence) < 0
  }

  /// An event of no command, for places that need one before the first.
  @usableFromInline static var none: Event {
    Event(
      timestamp: 0,
      sequence: 0,
      command: .unknown,
      source: SourceID(rawValue: 0),
      kind: .none,
      payload: Payload()
    )
  }
}
