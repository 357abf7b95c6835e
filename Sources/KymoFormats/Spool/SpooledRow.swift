import KymoCore

/// One row on its way from a file to an event: a fix, or the numbers of another channel.
struct SpooledRow: BitwiseCopyable {
  /// The time in ns.
  var timestamp: Int64
  /// The 1-based line of the file.
  var line: Int
  /// The values as they lie in the event.
  var payload: Payload
}
