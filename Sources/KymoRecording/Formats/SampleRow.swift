public import KymoCore

/// One sample of a channel that has no row type of its own, in the unit of its channel.
///
/// Up to six numbers, which are the CDR body of the channel's message as they lie in the payload.
public struct SampleRow: Sendable {
  /// The time of the event in ns, on the clock of the file.
  public var timestamp: Int64
  /// ns since the start of the recording, or nil if the file does not say.
  public var elapsed: Int64?
  /// The 1-based line of the file.
  public var line: Int
  /// The fields of the message, one after the other; the rest is 0.
  public var payload: Payload

  /// Takes a message that is laid out already.
  public init(timestamp: Int64, elapsed: Int64? = nil, line: Int, payload: Payload) {
    self.timestamp = timestamp
    self.elapsed = elapsed
    self.line = line
    self.payload = payload
  }

  /// Takes up to six numbers, as a channel of ``InputChannel/numbers(_:fields:)`` has them.
  ///
  /// - Precondition: there are no more than six.
  public init(timestamp: Int64, elapsed: Int64? = nil, line: Int, numbers: [Double]) {
    precondition(numbers.count <= 6, "a sample has up to six numbers; more are a MessageRow")
    var payload = Payload()
    for (index, number) in numbers.enumerated() {
      let bits = number.bitPattern
      switch index {
      case 0: payload.word0 = bits
      case 1: payload.word1 = bits
      case 2: payload.word2 = bits
      case 3: payload.word3 = bits
      case 4: payload.word4 = bits
      default: payload.word5 = bits
      }
    }
    self.init(timestamp: timestamp, elapsed: elapsed, line: line, payload: payload)
  }

  /// Takes three numbers, as `geometry_msgs/msg/Vector3` has them.
  public init(
    timestamp: Int64,
    elapsed: Int64? = nil,
    line: Int,
    x: Double,
    y: Double,
    z: Double
  ) {
    self.init(
      timestamp: timestamp,
      elapsed: elapsed,
      line: line,
      payload: Payload(Acceleration(x: x, y: y, z: z))
    )
  }
}
