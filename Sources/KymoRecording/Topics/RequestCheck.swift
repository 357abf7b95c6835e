import KymoCore

/// Finds the messages of the requests' channel that a replay will count as malformed unread.
package struct RequestCheck: ~Copyable {
  private let reading = BridgeReading(CommandRouting(accelerometer: .unknown, location: .unknown))
  private var texts: [UInt8] = []

  /// Prepares to read requests of the usual length.
  package init() {}

  /// Whether a message is a request, whatever it asks for, with the members that its schema requires.
  package mutating func isReadable(_ message: RawSpan, requiring required: [String]) -> Bool {
    texts.removeAll(keepingCapacity: true)
    return reading.read(message, requiring: required, into: &texts).reference.refusal == nil
  }
}
