/// What a TCP header says, and when.
struct TCPSegment {
  /// The bits of the header that matter here.
  struct Flags: OptionSet {
    let rawValue: UInt8

    static let fin = Flags(rawValue: 1)
    static let syn = Flags(rawValue: 2)
    static let rst = Flags(rawValue: 4)
    static let ack = Flags(rawValue: 16)
  }

  /// The number of the packet that brought it, from 0.
  var packet: UInt64
  /// When, in ns since 1970.
  var timestamp: Int64
  var source: Endpoint
  var destination: Endpoint
  var sequence: UInt32
  var acknowledgement: UInt32
  var flags: Flags
  /// How many bytes of data it has by its header; of a packet that was cut, fewer are there.
  var declaredBytes: Int
}
