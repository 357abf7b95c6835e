/// The counts of the messages of a chunk, by channel, and its other records: what a strict reading needs of it.
///
/// It knows nothing of the rest of the file, so that a thread can make it ahead of whoever reads the file.
struct MCAPChunkTally {
  /// The counts of a channel.
  struct Slot {
    /// Its messages.
    var count: UInt64 = 0
    /// A sum over the places and times of its messages, in any order.
    var sum: UInt64 = 0
    /// The byte of the first of them among the records.
    var firstPlace = 0
    /// The earliest of their log times.
    var earliest = UInt64.max
    /// The latest of their log times.
    var latest: UInt64 = 0
    /// Whether one of them is earlier than one before it.
    var hasLate = false
  }

  /// A record that is no message.
  struct Other {
    /// Its byte among the records.
    var place: Int
    var opcode: UInt8
    /// Bytes of its content.
    var length: Int
  }

  /// How a walk over the records ended.
  enum Ending: Equatable {
    /// Behind the last record.
    case complete
    /// At a record that is no message, and that is not taken yet.
    case other
    /// At so many bytes that are not a record.
    case rest(Int)
    /// At a record that claims so many bytes, of which there are fewer left.
    case tooLong(UInt64, left: Int)
  }

  private var slots: [Slot] = []
  /// The channels with messages, in the order of their first ones.
  private(set) var channels: [UInt16] = []
  /// The records that are no messages, up to where the walk is.
  private(set) var others: [Other] = []
  /// The byte among the records up to which they were walked.
  private(set) var place = 0
  /// Messages so far.
  private(set) var count: UInt64 = 0
  /// The earliest of their log times.
  private(set) var earliest = UInt64.max
  /// The latest of their log times.
  private(set) var latest: UInt64 = 0

  /// How many records that are no messages are kept at once.
  private static let mostOthers = 64

  /// The counts of a channel.
  subscript(channel: UInt16) -> Slot {
    Int(channel) < slots.count ? slots[Int(channel)] : Slot()
  }

  /// Forgets a chunk.
  mutating func clear() {
    for channel in channels { slots[Int(channel)] = Slot() }
    channels.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    (place, count, earliest, latest) = (0, 0, .max, 0)
  }

  /// Forgets the records that are no messages, so that as many more can be taken.
  mutating func clearOthers() { others.removeAll(keepingCapacity: true) }

  /// Walks over records: to the end, or until there are too many that are no messages.
  mutating func walk(_ records: borrowing UnsafeMCAPBuffer) -> Ending {
    while true {
      countMessages(records)
      let left = records.count - place
      if left == 0 { return .complete }
      guard left >= MCAPFormat.prefixBytes else { return .rest(left) }
      let length: UInt64 = records.load(at: place + 1)
      guard length <= UInt64(left - MCAPFormat.prefixBytes) else {
        return .tooLong(length, left: left - MCAPFormat.prefixBytes)
      }
      guard others.count < Self.mostOthers else { return .other }
      let opcode: UInt8 = records.load(at: place)
      others.append(Other(place: place, opcode: opcode, length: Int(length)))
      place += MCAPFormat.prefixBytes + Int(length)
    }
  }

  /// Counts messages up to the next record that is none.
  private mutating func countMessages(_ records: borrowing UnsafeMCAPBuffer) {
    // In variables, for the compiler keeps no member of this in a register across the stores to the slots.
    var (place, count, earliest, latest) = (place, count, earliest, latest)
    while let message = records.message(at: place) {
      let time = message.logTime
      count += 1
      earliest = min(earliest, time)
      latest = max(latest, time)
      let channel = Int(message.channelID)
      if channel >= slots.count || slots[channel].count == 0 { begin(message.channelID, at: place) }
      add(time, at: place, to: &slots[channel])
      place = message.dataOffset + message.dataLength
    }
    (self.place, self.count, self.earliest, self.latest) = (place, count, earliest, latest)
  }

  @inline(__always)
  private func add(_ time: UInt64, at place: Int, to slot: inout Slot) {
    slot.count += 1
    slot.sum &+= MCAPCheckTally.mixed(UInt64(place), time)
    if time < slot.latest { slot.hasLate = true }
    slot.earliest = min(slot.earliest, time)
    slot.latest = max(slot.latest, time)
  }

  private mutating func begin(_ channel: UInt16, at place: Int) {
    if Int(channel) >= slots.count {
      slots += repeatElement(Slot(), count: Int(channel) + 1 - slots.count)
    }
    slots[Int(channel)].firstPlace = place
    channels.append(channel)
  }
}
