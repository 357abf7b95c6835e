/// Something in a capture that is worth counting; the raw values are stable names.
public enum CaptureNote: String, Sendable, CaseIterable {
  // Packets
  /// A packet of which the capture kept only the beginning.
  case cutPacket = "packets-cut"
  /// A header that ends before it should, or says what cannot be.
  case malformedPacket = "packets-malformed"
  /// The checksum of an IPv4 header is wrong; the packet is read all the same.
  case wrongIPChecksum = "ip-checksums-wrong"
  /// The checksum of a TCP segment is wrong, as offloading leaves it; the segment is read all the same.
  case wrongTCPChecksum = "tcp-checksums-wrong"
  /// A packet without a length, as offloading makes them; it is as long as its frame.
  case lengthless = "ip-lengths-zero"
  /// A fragment of a packet.
  case fragment = "fragments"
  /// Fragments that overlap and differ: the first to come counts.
  case differingFragment = "fragments-differing"
  /// Fragments of packets that never became whole.
  case lostFragment = "fragments-lost"

  // Streams
  /// Data that had come before.
  case retransmission = "retransmissions"
  /// A byte from before the stream's next one, by which one end asks whether the other is alive.
  case keepAlive = "keep-alives"
  /// Data that differs from what had come before at its place: the first to come counts.
  case differingOverlap = "overlaps-differing"
  /// Data that came again so late that nobody knows whether it differs.
  case uncompared = "retransmissions-uncompared"
  /// Data that came before what precedes it.
  case outOfOrder = "out-of-order"
  /// Data that nobody captured.
  case hole = "holes"
  /// More data above a hole than is kept, in one direction: the hole was given up.
  case holdLimit = "limit-above-hole"
  /// More data above holes than is kept in all: the hole was given up.
  case totalLimit = "limit-above-holes-in-all"
  /// Data behind the end of its stream.
  case behindEnd = "data-behind-end"
  /// A connection whose beginning was not captured.
  case midStream = "connections-mid-stream"
  /// A connection that one end reset.
  case reset = "connections-reset"

  // What the connections carry
  /// A connection that carried nothing.
  case silentConnection = "connections-silent"
  /// A connection that carried TLS, which cannot be read.
  case tls = "connections-tls"
  /// A connection that carried HTTP/2, which is not read.
  case http2 = "connections-http2"
  /// A connection that carried something else.
  case otherProtocol = "connections-other"
  /// A connection that went on as something else than HTTP, such as a WebSocket.
  case upgrade = "connections-upgraded"
  /// A connection on which requests and replies can no longer be told apart, behind a hole or an error.
  case partial = "connections-partial"

  // HTTP
  /// Something that is no HTTP where HTTP was expected.
  case unparsable = "http-unparsable"
  /// A reply to no request that was captured.
  case strayReply = "replies-stray"
  /// A body that is longer than is kept: its beginning is.
  case longBody = "bodies-too-long"

  /// Its place in the order of all.
  var place: UInt8 {
    switch self {
    case .cutPacket: 0
    case .malformedPacket: 1
    case .wrongIPChecksum: 2
    case .wrongTCPChecksum: 3
    case .lengthless: 4
    case .fragment: 5
    case .differingFragment: 6
    case .lostFragment: 7
    case .retransmission: 8
    case .keepAlive: 9
    case .differingOverlap: 10
    case .uncompared: 11
    case .outOfOrder: 12
    case .hole: 13
    case .holdLimit: 14
    case .totalLimit: 15
    case .behindEnd: 16
    case .midStream: 17
    case .reset: 18
    case .silentConnection: 19
    case .tls: 20
    case .http2: 21
    case .otherProtocol: 22
    case .upgrade: 23
    case .partial: 24
    case .unparsable: 25
    case .strayReply: 26
    case .longBody: 27
    }
  }
}
