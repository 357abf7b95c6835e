import KymoHTTP

/// Writes exchanges as a capture of the connections on which they would have gone: with handshake, sequence
/// numbers, checksums, segments and an end.
///
/// The same exchanges give the same bytes. A connection is used again once its last reply is there; exchanges at
/// the same time go on connections of their own, as those of a browser do.
///
///     var writer = CaptureWriter()
///     writer.append(exchanges)
///     let file = writer.finish()
public struct CaptureWriter {
  /// A connection, and whether it may be used.
  private struct Line {
    var connection: FrameConnection
    var isIdle = false
  }

  /// A request or a reply, at its time.
  private struct Step {
    var time: Int64
    var place: Int
    var isReply: Bool
  }

  /// The server of exchanges that state none.
  public static let server = Endpoint(IPAddress(127, 0, 0, 1), port: 80)

  /// The first port of a client, and how many there are at an address.
  private static let (firstPort, portCount): (UInt16, Int) = (49_152, 16_384)

  private var bytes = PcapEncoder.header()
  private var lines: [Line] = []
  private var identification: UInt16 = 0
  private var last: Int64 = 0
  /// How many frames were written.
  public private(set) var frames: UInt64 = 0

  /// Starts a file.
  public init() {}

  /// How many connections there are.
  public var connections: Int { lines.count }

  /// Appends exchanges at their times: the request when it was sent, the reply when its first byte came.
  ///
  /// Those without a reply keep their connection to themselves. Their ends are not used, but ends of the
  /// writer's own.
  ///
  /// - Complexity: O(n log n + n · connections in use at a time).
  public mutating func append(_ exchanges: [HTTPExchange]) {
    var steps: [Step] = []
    for (place, exchange) in exchanges.enumerated() {
      let sent = exchange.request.last
      steps.append(Step(time: sent, place: place, isReply: false))
      if let reply = exchange.reply {
        steps.append(Step(time: max(sent, reply.first), place: place, isReply: true))
      }
    }
    steps.sort { left, right in
      (left.time, left.place, left.isReply ? 1 : 0) < (
        right.time, right.place, right.isReply ? 1 : 0
      )
    }
    var used = [Int](repeating: 0, count: exchanges.count)
    for step in steps {
      last = max(last, step.time)
      if step.isReply, let reply = exchanges[step.place].reply {
        send(HTTPEncoder.bytes(reply), on: used[step.place], fromClient: false, at: step.time)
        lines[used[step.place]].isIdle = true
      } else {
        used[step.place] = idleLine(at: step.time)
        let text = HTTPEncoder.bytes(exchanges[step.place].request)
        send(text, on: used[step.place], fromClient: true, at: step.time)
      }
    }
  }

  private mutating func idleLine(at time: Int64) -> Int {
    if let idle = lines.firstIndex(where: { $0.isIdle }) {
      lines[idle].isIdle = false
      return idle
    }
    let number = lines.count
    let client = Endpoint(
      IPAddress(v4: 0x7F00_0001 + UInt32(number / Self.portCount)),
      port: Self.firstPort + UInt16(number % Self.portCount)
    )
    // Any number but 0 would do, which readers take for none; those of two connections differ.
    let first = 1_000 &+ UInt32(truncatingIfNeeded: number) &* 0x9E37_79B1
    var frames: [(TCPFrame, ArraySlice<UInt8>)] = []
    let connection = FrameConnection(client, Self.server, first: (first, first ^ 0x7000_0000)) {
      frames.append(($0, $1))
    }
    lines.append(Line(connection: connection))
    for (frame, payload) in frames { put(frame, payload, at: time) }
    return number
  }

  private mutating func send(
    _ text: [UInt8],
    on line: Int,
    fromClient isFromClient: Bool,
    at time: Int64
  ) {
    var frames: [(TCPFrame, ArraySlice<UInt8>)] = []
    lines[line].connection.send(text, fromClient: isFromClient) { frames.append(($0, $1)) }
    for (frame, payload) in frames { put(frame, payload, at: time) }
  }

  private mutating func put(_ frame: TCPFrame, _ payload: ArraySlice<UInt8>, at time: Int64) {
    var frame = frame
    frame.identification = identification
    identification &+= 1
    frames += 1
    bytes += PcapEncoder.packet(frame.bytes(payload), at: time)
  }

  /// The bytes that were written since the last time.
  public mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Ends all connections, and returns what was written since the last time.
  public mutating func finish() -> [UInt8] {
    for line in lines.indices {
      var frames: [(TCPFrame, ArraySlice<UInt8>)] = []
      lines[line].connection.close { frames.append(($0, $1)) }
      for (frame, payload) in frames { put(frame, payload, at: last) }
    }
    return takeBytes()
  }
}
