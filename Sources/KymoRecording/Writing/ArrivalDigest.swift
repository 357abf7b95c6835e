import KymoCore
import KymoMCAP

/// The digest over inputs that are stored in the order of their arrival, message by message.
///
/// A replay brings them in another order, so that they are not compared with it one by one.
struct ArrivalDigest {
  /// The digest so far; 0 before the first.
  private(set) var value: UInt64 = 0
  private let scratch = UnsafeMessageScratch()

  /// Adds a message of a channel, by the id that the channel has where it is written.
  mutating func add(_ message: MCAPMessageView, channel: UInt16, _ data: RawSpan) {
    add(
      channel,
      message.sequence,
      message.logTime,
      message.publishTime,
      UnsafeTraceHash.text(data)
    )
  }

  /// Adds the message that a sample becomes.
  @inline(never)
  mutating func add(
    _ channel: UInt16,
    _ sequence: UInt32,
    _ time: UInt64,
    _ payload: Payload,
    _ count: Int
  ) {
    scratch.put(4 + count) { UnsafeSessionCDR.sample(payload, count, into: &$0) }
    let data = scratch.withBytes { UnsafeTraceHash.text($0) }
    add(channel, sequence, time, time, data)
  }

  private mutating func add(
    _ channel: UInt16,
    _ sequence: UInt32,
    _ logTime: UInt64,
    _ publishTime: UInt64,
    _ data: UInt64
  ) {
    let numbers = UInt64(channel) << 32 | UInt64(sequence)
    value = UnsafeTraceHash.chain(value, numbers, data)
    value = UnsafeTraceHash.chain(value, logTime, publishTime)
  }
}
