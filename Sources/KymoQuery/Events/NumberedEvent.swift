import KymoCore

/// An input with its numbers.
struct NumberedEvent {
  var event: Event
  /// The number of its step; nil if it is not known.
  var step: Int64?
  /// Its number within its source; nil if it is not known.
  var sequence: UInt32?
}
