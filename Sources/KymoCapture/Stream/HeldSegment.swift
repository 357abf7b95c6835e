/// Data that waits, for what precedes it or for what it answers.
struct HeldSegment {
  /// Where it begins in its stream.
  var offset: Int64
  var bytes: [UInt8]
  /// When it was captured.
  var timestamp: Int64
  /// The number of its packet.
  var packet: UInt64
  /// Up to where its sender had received the other stream; nil if that is not known.
  var acknowledged: Int64?

  var end: Int64 { offset + Int64(bytes.count) }
}
