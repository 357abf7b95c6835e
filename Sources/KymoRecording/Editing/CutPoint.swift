import KymoCore

/// A point between two steps of a replay, for messages in the order of a file.
///
/// Before it lies what is earlier than its time; and of the messages at its time, of each source the first so many.
struct CutPoint: Sendable, Equatable {
  /// The time of the last input before it, in ns.
  var time: UInt64
  /// How many inputs of each source, by its number, are before it at that time.
  var counts: [UInt64] = Array(repeating: 0, count: 256)

  /// A point behind an input at a time.
  init(time: UInt64) { self.time = time }
}
