/// The fields of a TCP header, and its time.
struct TCPSegment {
  /// The bits of the header that matter here.
  struct Flags: OptionSet {
    let rawValue: UInt8

    static let fin = Flags(rawValue: 1)
    static let syn = Flags(rawValue: 2)
    static let rst = Flags(rawValue: 4)
    static let ack = Flags(rawValue: 16)
    static let urg = Flags(rawValue: 32)
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
  /// How many bytes its sender has room for, before scaling.
  var window: UInt16 = .max
  /// By how many bits windows are to be shifted; only a SYN says so.
  var windowScale: UInt8?
  /// How far behind the sequence number urgent data ends, in bytes.
  var urgentEnd: UInt16 = 0
  /// How many bytes of data it has by its header; of a packet that was cut, fewer are there.
  var declaredBytes: Int
}
