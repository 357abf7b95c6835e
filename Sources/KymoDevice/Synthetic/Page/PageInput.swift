public import KymoCore

/// An input of a session with a page: an event, and the text if it is a request.
public struct PageInput: Sendable {
  /// The event; its command is not set.
  public var event: Event
  /// The exact text of a request; empty for other events.
  public var text: [UInt8] = []
}
