/// One message of a channel whose messages may be of any length, or one request of the bridge.
public struct MessageRow: Sendable {
  /// The time of the event in ns, on the clock of the file.
  public var timestamp: Int64
  /// ns since the start of the recording, or nil if the file does not say.
  public var elapsed: Int64?
  /// The 1-based line of the file.
  public var line: Int
  /// The exact bytes of the message, the header of a CDR message included; of a request its text.
  public var bytes: [UInt8]
  /// Of a request how it was transported, as in the tag of its payload.
  public var tag: UInt32
  /// Whether it is one of the samples of a sensor, which come at a steady rate.
  public var isSample: Bool

  /// How many bytes a message may have; longer ones are left out.
  public static var maximumBytes: Int { InputChannel.usualMaximumBytes }

  /// Takes a message as it is.
  public init(
    timestamp: Int64,
    elapsed: Int64? = nil,
    line: Int,
    bytes: [UInt8],
    tag: UInt32 = 0,
    isSample: Bool = false
  ) {
    self.timestamp = timestamp
    self.elapsed = elapsed
    self.line = line
    self.bytes = bytes
    self.tag = tag
    self.isSample = isSample
  }

  /// Takes the numbers of a sample, as a channel of ``InputChannel/numbers(_:fields:)`` has them.
  public init(timestamp: Int64, elapsed: Int64? = nil, line: Int, numbers: [Double]) {
    // The header of little-endian CDR.
    var bytes: [UInt8] = [0, 1, 0, 0]
    bytes.reserveCapacity(4 + 8 * numbers.count)
    for number in numbers {
      let bits = number.bitPattern
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
      }
    }
    self.init(timestamp: timestamp, elapsed: elapsed, line: line, bytes: bytes, isSample: true)
  }
}
