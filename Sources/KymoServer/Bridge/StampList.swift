import KymoCore

/// Which events the parts of a request became: runs of `source/sequence/timestamp`, `*count` behind a run of
/// several whose sequences and times, in ns, go up by one each.
struct StampList {
  /// The longest list that a header carries, in bytes: a header shares the memory of its connection.
  static let maximumFieldBytes = 1024

  private var text = ""
  private var source = SourceID.device
  private var sequence: UInt32 = 0
  private var timestamp: Int64 = 0
  private var count: UInt32 = 0

  /// Adds the next event.
  mutating func add(_ source: SourceID, _ sequence: UInt32, _ timestamp: Int64) {
    if count > 0, source == self.source, sequence == self.sequence &+ count,
      timestamp == self.timestamp + Int64(count)
    {
      count += 1
      return
    }
    flush()
    (self.source, self.sequence, self.timestamp, count) = (source, sequence, timestamp, 1)
  }

  private mutating func flush() {
    guard count > 0 else { return }
    if !text.isEmpty { text += ", " }
    text += EventStamp(source: source, sequence: sequence, timestamp: timestamp).text
    if count > 1 { text += "*\(count)" }
    count = 0
  }

  /// As a header has it.
  mutating func finish() -> String {
    flush()
    return text
  }
}
