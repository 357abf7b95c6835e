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

  /// The command of the request that was read last, as its text spells it; nil if that has none.
  package var commandName: String? {
    let start = Array("call?cmd=".utf8)
    guard texts.starts(with: start) else { return nil }
    let name = texts[start.count...].prefix { $0 != UInt8(ascii: "&") }
    return name.isEmpty ? nil : String(decoding: name.prefix(Self.mostNameBytes), as: UTF8.self)
  }

  private static var mostNameBytes: Int { 200 }
}
