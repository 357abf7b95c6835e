import KymoMCAP
import KymoRecording

/// A digest over all that crosses the bridge: direction, logical time and text of every message, in order.
public struct BridgeDigest: Sendable, Equatable {
  /// The chained digest; 0 before the first message.
  public private(set) var value: UInt64 = 0
  /// How many messages are in it.
  public private(set) var count: UInt64 = 0

  /// The digest of nothing.
  public init() {}

  mutating func add(_ message: PageMessage) {
    add(message.direction == .toPage ? 1 : 2, message.time, message.text)
  }

  mutating func add(_ dialog: WebDialog, at time: Int64) {
    add(3, time, Array((dialog.kind + "\0" + dialog.text + "\0" + dialog.offer).utf8))
  }

  private mutating func add(_ kind: UInt64, _ time: Int64, _ text: [UInt8]) {
    let own = text.withRawSpan { TraceDigest.hash($0) }
    value = TraceDigest.chain(value, UInt64(bitPattern: time), own ^ kind)
    count += 1
  }

  /// The digest as it is printed: 16 hexadecimal digits.
  public var text: String { TraceDigest.text(value) }
}
