@testable import KymoCapture

/// Packets of one connection, put together by hand.
struct TestStream {
  /// A packet that has not been written yet.
  struct Packet {
    var frame: TCPFrame
    var payload: [UInt8]
    var time: Int64
    /// How far behind the sequence number urgent data ends; 0 for none.
    var urgentEnd: UInt8 = 0
    /// How many bytes of the frame were captured.
    var snapshot = Int.max

    /// The frame as it was sent; the checksum of urgent data is wrong.
    var bytes: [UInt8] {
      var bytes = frame.bytes(payload)
      if urgentEnd > 0 {
        bytes[14 + 20 + 13] |= 32
        bytes[14 + 20 + 19] = urgentEnd
      }
      return bytes
    }
  }

  var packets: [Packet] = []
  private(set) var next: (client: UInt32, server: UInt32)
  private var time: Int64 = 1_000_000

  /// Begins with a handshake; the sequence numbers are those of the two SYNs.
  init(client: UInt32 = 100, server: UInt32 = 900) {
    next = (client, server)
    add(true, .syn)
    next.client &+= 1
    add(false, [.syn, .ack])
    next.server &+= 1
    add(true, .ack)
  }

  private mutating func add(_ isClient: Bool, _ flags: TCPSegment.Flags, _ payload: [UInt8] = []) {
    packets.append(packet(isClient, flags, payload, at: next))
    time += 1_000
  }

  /// A packet with the numbers that two streams have come to.
  func packet(
    _ isClient: Bool,
    _ flags: TCPSegment.Flags,
    _ payload: [UInt8] = [],
    at next: (client: UInt32, server: UInt32)
  ) -> Packet {
    let (client, server) = (TestExchange.client, TestExchange.server)
    let frame = TCPFrame(
      source: isClient ? client : server,
      destination: isClient ? server : client,
      sequence: isClient ? next.client : next.server,
      acknowledgement: isClient ? next.server : next.client,
      flags: flags
    )
    return Packet(frame: frame, payload: payload, time: time)
  }

  /// Sends a text in pieces of the given sizes, the last one again and again; returns the places of the packets.
  @discardableResult
  mutating func send(
    _ isClient: Bool,
    _ text: String,
    pieces: [Int] = [1460],
    acknowledged: Bool = true
  ) -> Range<Int> {
    let start = packets.count
    let bytes = Array(text.utf8)
    var (place, index) = (0, 0)
    while place < bytes.count {
      let size = pieces[min(index, pieces.count - 1)]
      let end = min(bytes.count, place + size)
      add(isClient, .ack, Array(bytes[place..<end]))
      if isClient {
        next.client &+= UInt32(end - place)
      } else {
        next.server &+= UInt32(end - place)
      }
      place = end
      index += 1
    }
    let range = start..<packets.count
    if acknowledged { add(!isClient, .ack) }
    return range
  }

  /// Both ends say that there will be no more.
  mutating func close() {
    add(false, [.fin, .ack])
    next.server &+= 1
    add(true, [.fin, .ack])
    next.client &+= 1
    add(false, .ack)
  }

  /// The packets as a file, wrapped in some link.
  func file(link: LinkType = .ethernet, _ wrap: ([UInt8]) -> [UInt8] = { $0 }) -> [UInt8] {
    packets.reduce(PcapEncoder.header(link: link)) { file, packet in
      let bytes = wrap(packet.bytes)
      var record = PcapEncoder.packet(bytes, at: packet.time)
      let missing = max(0, bytes.count - packet.snapshot)
      if missing > 0 {
        // The number of bytes that were captured comes first.
        record.removeLast(missing)
        for place in 0..<4 { record[8 + place] = UInt8(packet.snapshot >> (8 * place) & 255) }
      }
      return file + record
    }
  }

  /// What an extraction makes of them.
  func extract(limits: ReassemblyLimits = ReassemblyLimits()) throws -> (
    exchanges: [HTTPExchange], extractor: CaptureExtractor
  ) { try TestExchange.extract(file(), limits: limits) }

  static func request(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: t\r\n\r\n" }

  static func reply(_ body: String, _ line: String = "200 OK") -> String {
    "HTTP/1.1 \(line)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// A reply of a chunk, whose end nobody knows before it is there.
  static func chunked(_ body: String) -> String {
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
  }
}
