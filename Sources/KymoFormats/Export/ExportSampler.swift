import KymoMCAP

/// The last event of each channel since a tick, until the next one is there.
struct ExportSampler {
  private let interval: Int64
  private let origin: Int64
  /// The tick at which what waits is due; nil if nothing waits.
  private(set) var tick: Int64?
  /// The channels that have something, in the order in which they came, and what that is by channel.
  private(set) var channels: [Int] = []
  private(set) var data: [[UInt8]] = []

  /// Begins ticks of an interval in ns at a time.
  init(every interval: Int64, from origin: Int64) {
    self.interval = interval
    self.origin = origin
  }

  /// The first tick at or after a time.
  func tick(of time: Int64) -> Int64 {
    let (quotient, rest) = (time &- origin).quotientAndRemainder(dividingBy: interval)
    return origin &+ (rest > 0 ? quotient &+ 1 : quotient) &* interval
  }

  /// Keeps an event instead of the one of its channel that waits.
  ///
  /// - Precondition: nothing waits for an earlier tick.
  mutating func keep(_ message: RawSpan, of channel: Int, at time: Int64) {
    tick = tick(of: time)
    while data.count <= channel { data.append([]) }
    if !channels.contains(channel) { channels.append(channel) }
    data[channel].removeAll(keepingCapacity: true)
    data[channel].append(copying: message)
  }

  /// Forgets what waits.
  mutating func clear() {
    tick = nil
    channels.removeAll(keepingCapacity: true)
  }
}
