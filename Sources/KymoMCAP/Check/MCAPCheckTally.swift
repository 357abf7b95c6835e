/// The counts of a strict reading: messages by channel, in the file.
struct MCAPCheckTally {
  /// The counts of a channel.
  struct Slot {
    /// Whether the channel was defined before.
    var isKnown = false
    /// Whether a message without a channel was complained about.
    var isReported = false
    /// Messages in the file.
    var count: UInt64 = 0
    /// The latest of their log times.
    var latest: UInt64 = 0
    /// Whether a message index of the open chunk was met.
    var isIndexed = false
  }

  private(set) var slots: [Slot] = []
  /// The channels with a message index behind the open chunk.
  private var indexed: [UInt16] = []
  /// Messages in the file.
  private(set) var count: UInt64 = 0
  private(set) var earliest = UInt64.max
  private(set) var latest: UInt64 = 0
  /// Messages with an earlier log time than one before them in the file, of the same channel.
  private(set) var lateCount: UInt64 = 0

  subscript(channel: UInt16) -> Slot {
    get { Int(channel) < slots.count ? slots[Int(channel)] : Slot() }
    set {
      if Int(channel) >= slots.count {
        slots += repeatElement(Slot(), count: Int(channel) + 1 - slots.count)
      }
      slots[Int(channel)] = newValue
    }
  }

  /// Counts a message.
  ///
  /// - Returns: whether it is late.
  mutating func add(_ message: MCAPMessageView) -> Bool {
    let time = message.logTime
    count += 1
    earliest = min(earliest, time)
    latest = max(latest, time)
    self[message.channelID].count += 1
    return noteTime(time, of: message.channelID)
  }

  /// Notes the time of a message.
  ///
  /// - Returns: whether it is earlier than one before it, of the same channel.
  mutating func noteTime(_ time: UInt64, of channel: UInt16) -> Bool {
    let before = self[channel].latest
    guard time < before else {
      self[channel].latest = time
      return false
    }
    lateCount += 1
    return true
  }

  /// Whether a message of a chunk is earlier than one before it, of the same channel.
  func isLate(_ chunk: MCAPChunkTally) -> Bool {
    chunk.channels.contains { chunk[$0].hasLate || chunk[$0].earliest < self[$0].latest }
  }

  /// Counts the messages of a chunk, of which the times that are late were noted.
  mutating func add(_ chunk: MCAPChunkTally) {
    for channel in chunk.channels {
      self[channel].count += chunk[channel].count
      self[channel].latest = max(self[channel].latest, chunk[channel].latest)
    }
    count += chunk.count
    earliest = min(earliest, chunk.earliest)
    latest = max(latest, chunk.latest)
  }

  /// Notes that a message index of a channel was met; false if it is the second one behind this chunk.
  mutating func addIndex(channel: UInt16) -> Bool {
    guard !self[channel].isIndexed else { return false }
    indexed.append(channel)
    self[channel].isIndexed = true
    return true
  }

  /// Forgets the message indexes of the open chunk.
  mutating func closeChunk() {
    for channel in indexed { slots[Int(channel)].isIndexed = false }
    indexed.removeAll(keepingCapacity: true)
  }

  /// A number for a place and a time that another pair hardly ever has.
  static func mixed(_ place: UInt64, _ time: UInt64) -> UInt64 {
    var value = place &* 0x9E37_79B9_7F4A_7C15 ^ time
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
