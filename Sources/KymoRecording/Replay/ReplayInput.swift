import KymoCore

/// An event on its way from the file to the rings, and the text of its message.
struct ReplayInput {
  var event: Event
  /// Empty unless the event carries a message.
  var text: [UInt8] = []
}
