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
}
