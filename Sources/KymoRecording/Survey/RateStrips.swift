/// How many messages each channel of a recording has in each of 64 stretches of time.
struct RateStrips {
  /// How many stretches there are.
  static let count = 64

  private var counts: [UInt32] = []

  /// Makes room for one more channel.
  mutating func addChannel() { counts += repeatElement(0, count: Self.count) }

  /// Counts a message of a channel, by the stretch of ``TimeStretches`` that its time is in.
  @inline(__always)
  mutating func add(_ stretch: Int, channel: Int) {
    counts[channel * Self.count + stretch * Self.count / TimeStretches.count] &+= 1
  }

  /// The counts of a channel.
  subscript(channel: Int) -> [UInt32] {
    Array(counts[channel * Self.count..<(channel + 1) * Self.count])
  }
}
