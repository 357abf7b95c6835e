/// Which definitions the open chunk is to repeat, so that it can be read alone.
struct MCAPRepeats {
  /// The channels whose definitions go before their next messages.
  var channels: Set<UInt16> = []
  /// The schemas that the open chunk has repeated.
  var schemas: Set<UInt16> = []
  /// How many bytes were in closed chunks when definitions were last to be repeated.
  var lastRepeat: UInt64 = 0
}
