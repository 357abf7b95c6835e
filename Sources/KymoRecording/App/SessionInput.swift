public import KymoCore

/// An input of a session: an event, and the text if it is a request.
public struct SessionInput: Sendable {
  /// The event; its command is not set.
  public var event: Event
  /// The exact text of a request; empty for other events.
  public var text: [UInt8]

  /// An input with its text, if it has one.
  public init(event: Event, text: [UInt8] = []) {
    self.event = event
    self.text = text
  }

  /// A request.
  ///
  /// - Parameters:
  ///   - text: the request, as it was made.
  ///   - transport: how it came.
  ///   - timestamp: when, in ns.
  ///   - sequence: its number, from 0; whoever takes inputs in memory numbers them.
  public init(
    request text: [UInt8],
    by transport: BridgeTransport,
    at timestamp: Int64,
    sequence: UInt32 = 0
  ) {
    let reference = PayloadReference(
      offset: 0,
      length: UInt32(text.count),
      tag: UInt32(transport.rawValue)
    )
    self.init(
      event: Event(
        timestamp: timestamp,
        sequence: sequence,
        command: .unknown,
        source: .bridge,
        kind: .message,
        payload: Payload(reference)
      ),
      text: text
    )
  }
}
