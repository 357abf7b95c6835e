import KymoMCAP

/// The messages of several recordings at one time, to be put in order.
///
/// They come by channel. Of one channel, those of recordings that come from one file come by their sequence, as they
/// were there; others come by the order of the recordings.
struct TiedMessages {
  /// A message.
  private struct Entry {
    let channel: UInt16
    let family: Int
    /// The largest sequence of its recording and channel so far: their own order stays.
    let sequence: UInt32
    let number: Int
    /// Its place among all.
    let place: Int
    let message: MCAPMessageView
    let derivesFix: Bool
    let data: Range<Int>

    static func precedes(_ left: Entry, _ right: Entry) -> Bool {
      (left.channel, left.family, left.sequence, left.number, left.place)
        < (right.channel, right.family, right.sequence, right.number, right.place)
    }
  }

  private var entries: [Entry] = []
  private var bytes: [UInt8] = []

  /// How many messages, and how many bytes, wait at most; of more the first are put in order by themselves.
  static var mostMessages: Int { 1 << 16 }
  static var mostBytes: Int { 8 << 20 }

  /// Whether there are none.
  var isEmpty: Bool { entries.isEmpty }

  /// Whether no more should be added.
  var isFull: Bool { entries.count >= Self.mostMessages || bytes.count >= Self.mostBytes }

  /// Adds the next message of a recording.
  mutating func add(
    _ message: MCAPMessageView,
    of source: MergeSource,
    channel: UInt16,
    _ data: RawSpan
  ) {
    let start = bytes.count
    let before = entries.last { $0.number == source.number && $0.channel == channel }?.sequence
    bytes.append(copying: data)
    entries.append(
      Entry(
        channel: channel,
        family: source.family,
        sequence: max(before ?? 0, message.sequence),
        number: source.number,
        place: entries.count,
        message: message,
        derivesFix: source.fixes[Int(message.channelID)],
        data: start..<bytes.count
      )
    )
  }

  /// Writes them in their order, and forgets them.
  ///
  /// - Parameters:
  ///   - output: the new recording.
  ///   - offsets: by how much the messages of each recording are moved.
  /// - Throws: `system` if the sink fails.
  mutating func write(
    to output: inout EditedRecording,
    offsets: [UInt64]
  ) throws(MCAPError) {
    entries.sort(by: Entry.precedes)
    for entry in entries {
      let offset = offsets[entry.number]
      try bytes.withRawSpan(entry.data) { data throws(MCAPError) in
        try output.append(entry.message, channel: entry.channel, offset: offset, data)
        if entry.derivesFix { try output.appendFix(of: entry.message, offset: offset, data) }
      }
    }
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }
}
