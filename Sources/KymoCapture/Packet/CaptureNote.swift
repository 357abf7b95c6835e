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
  /// Data that came after what follows it.
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
  /// A reset whose sequence number does not lie in the window, so that nobody heeds it.
  case ignoredReset = "resets-ignored"
  /// A byte that was sent as urgent: some receivers take it out of the stream, and others leave it in.
  case urgent = "urgent-bytes"

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
  /// A head of which a part is missing: its message is not whole, and has no partner.
  case cutHead = "http-heads-cut"
  /// A head with a Transfer-Encoding beside a Content-Length.
  case lengthBesideCoding = "http-length-beside-coding"
  /// A head with several values of Content-Length.
  case severalLengths = "http-lengths-several"
  /// A length that is no plain number: signed, negative, too large, or of something else.
  case badLength = "http-lengths-wrong"
  /// A Transfer-Encoding that does not end with chunked, has it twice, or stands in HTTP/1.0.
  case badCoding = "http-codings-wrong"
  /// A reply without a status line of HTTP/1.
  case badStatusLine = "http-status-lines-wrong"
  /// A connection that goes on as HTTP/2 behind a request of HTTP/1, without having been asked to.
  case innerHTTP2 = "http2-behind-http1"
  /// A head that libhtp reads, and stricter readers do not, or otherwise: folded or broken lines, single CR or LF,
  /// a NUL, a space before a colon, a first line that is not of HTTP/1.
  case lenient = "http-read-leniently"

  /// Whether something is missing, or the two ends may have read something else.
  public var isDoubt: Bool {
    switch self {
    case .hole, .differingOverlap, .partial, .unparsable: true
    default: isFinding
    }
  }

  /// Whether each is a ``HTTPFinding``.
  public var isFinding: Bool {
    switch self {
    case .cutHead, .lenient, .urgent: true
    default: isFraming
    }
  }

  /// Whether nobody can say where the message ends, so that what follows it may be something else.
  var isFraming: Bool {
    switch self {
    case .lengthBesideCoding, .severalLengths, .badLength, .badCoding, .badStatusLine,
      .innerHTTP2:
      true
    default: false
    }
  }

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
    case .ignoredReset: 19
    case .urgent: 20
    case .silentConnection: 21
    case .tls: 22
    case .http2: 23
    case .otherProtocol: 24
    case .upgrade: 25
    case .partial: 26
    case .unparsable: 27
    case .strayReply: 28
    case .longBody: 29
    case .cutHead: 30
    case .lengthBesideCoding: 31
    case .severalLengths: 32
    case .badLength: 33
    case .badCoding: 34
    case .badStatusLine: 35
    case .innerHTTP2: 36
    case .lenient: 37
    }
  }
}
