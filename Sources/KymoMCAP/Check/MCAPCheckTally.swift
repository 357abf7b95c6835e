/// The counts of a strict reading: messages by channel, in the file and in the chunk that is open.
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
    /// Messages in the open chunk.
    var countInChunk: UInt64 = 0
    /// A sum over the places and times of the messages in the open chunk, in any order.
    var sumInChunk: UInt64 = 0
    /// Whether a message index of the open chunk was met.
    var isIndexed = false
  }

  private(set) var slots: [Slot] = []
  /// The channels with messages in the open chunk, or a message index behind it.
  private(set) var touched: [UInt16] = []
  /// Messages in the file.
  private(set) var count: UInt64 = 0
  private(set) var earliest = UInt64.max
  private(set) var latest: UInt64 = 0
  /// Messages in the open chunk.
  private(set) var countInChunk: UInt64 = 0
  private(set) var earliestInChunk = UInt64.max
  private(set) var latestInChunk: UInt64 = 0
  /// Messages with an earlier log time than one before them in the file, of the same channel.
  private(set) var lateCount: UInt64 = 0

  subscript(channel: UInt16) -> Slot {
    get { Int(channel) < slots.count ? slots[Int(channel)] : Slot() }
    set {
      while slots.count <= Int(channel) { slots.append(Slot()) }
      slots[Int(channel)] = newValue
    }
  }

  /// Counts a message; `place` is its byte among the records of the open chunk, if it lies in one.
  ///
  /// - Returns: whether its channel is known.
  mutating func add(_ message: MCAPMessageView, place: Int?) -> Bool {
    let channel = Int(message.channelID)
    if channel >= slots.count { self[message.channelID] = Slot() }
    let time = message.logTime
    if time < slots[channel].latest { lateCount += 1 }
    slots[channel].latest = max(slots[channel].latest, time)
    count += 1
    slots[channel].count += 1
    earliest = min(earliest, time)
    latest = max(latest, time)
    if let place {
      if slots[channel].countInChunk == 0 { touched.append(message.channelID) }
      slots[channel].countInChunk += 1
      slots[channel].sumInChunk &+= Self.mixed(UInt64(place), time)
      countInChunk += 1
      earliestInChunk = min(earliestInChunk, time)
      latestInChunk = max(latestInChunk, time)
    }
    return slots[channel].isKnown
  }

  /// Notes that a message index of a channel was met; false if it is the second one behind this chunk.
  mutating func addIndex(channel: UInt16) -> Bool {
    guard !self[channel].isIndexed else { return false }
    if self[channel].countInChunk == 0 { touched.append(channel) }
    self[channel].isIndexed = true
    return true
  }

  /// Forgets the open chunk.
  mutating func closeChunk() {
    for channel in touched {
      slots[Int(channel)].countInChunk = 0
      slots[Int(channel)].sumInChunk = 0
      slots[Int(channel)].isIndexed = false
    }
    touched.removeAll(keepingCapacity: true)
    countInChunk = 0
    earliestInChunk = .max
    latestInChunk = 0
  }

  /// A number for a place and a time that another pair hardly ever has.
  static func mixed(_ place: UInt64, _ time: UInt64) -> UInt64 {
    var value = place &* 0x9E37_79B9_7F4A_7C15 ^ time
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
