import KymoMCAP

/// The records in which a recording describes itself: one at its start, and one at its end.
struct SessionMetadata {
  /// The record of what was known before the first event; nil if it is not there.
  let opening: MCAPStringMap?
  /// The record of what the run came to, with a seal over all of it; nil if the recording was never
  /// finished, or has lost it.
  let closing: MCAPStringMap?
  /// How many records there are beside these two.
  let otherCount: Int
  /// The highest version that one of them states; 1 if none does.
  let version: Int

  /// Tells the records of a file apart, in the order of the file.
  init(_ maps: [MCAPStringMap]) {
    version = maps.compactMap { $0["version"].flatMap { Int($0) } }.max() ?? 1
    // Of one record alone only its seal says that it is the last one.
    let isClosing = maps.count > 1 || maps.last?["seal"] != nil
    closing = isClosing ? maps.last : nil
    opening = isClosing ? maps.dropLast().first : maps.first
    otherCount = maps.count - (closing == nil ? 0 : 1) - (opening == nil ? 0 : 1)
  }
}
