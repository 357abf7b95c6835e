/// Writes connections down while they happen, as a capture: what each end has sent, with handshake, sequence numbers,
/// checksums, segments and an end.
///
/// Whoever has read and written the bytes says so in the order of time; the frames are those that would have carried
/// them.
///
///     var capture = CaptureStream()
///     capture.send(request, on: 1, from: client, to: server, fromClient: true, at: time)
///     capture.send(reply, on: 1, from: client, to: server, fromClient: false, at: later)
///     capture.close(1, at: end)
///     let bytes = capture.takeBytes()
public struct CaptureStream {
  private var bytes = PcapEncoder.header()
  private var connections: [UInt64: FrameConnection] = [:]
  private var identification: UInt16 = 0
  /// How many frames were written.
  public private(set) var frames: UInt64 = 0
  /// How many connections were opened.
  public private(set) var opened: UInt64 = 0

  /// Starts a file.
  public init() {}

  /// How many bytes wait to be taken.
  public var pendingBytes: Int { bytes.count }

  /// Sends bytes on a connection, which is opened if it is not known.
  ///
  /// - Parameters:
  ///   - bytes: what one end has sent.
  ///   - number: tells connections apart.
  ///   - client: who has opened it.
  ///   - server: who was called; of the same version of IP.
  ///   - isFromClient: who has sent.
  ///   - time: in ns since 1970; not before that of the last call.
  public mutating func send(
    _ bytes: [UInt8],
    on number: UInt64,
    from client: Endpoint,
    to server: Endpoint,
    fromClient isFromClient: Bool,
    at time: Int64
  ) {
    var connection: FrameConnection
    if let known = connections[number] {
      connection = known
    } else {
      opened += 1
      // Any number but 0 would do, which readers take for none; those of two connections differ.
      let first = 1_000 &+ UInt32(truncatingIfNeeded: number) &* 0x9E37_79B1
      connection = FrameConnection(client, server, first: (first, first ^ 0x7000_0000)) {
        put($0, $1, at: time)
      }
    }
    connection.send(bytes, fromClient: isFromClient, delaysAcknowledgement: true) {
      put($0, $1, at: time)
    }
    connections[number] = connection
  }

  /// Ends a connection; nothing if it is not known.
  public mutating func close(_ number: UInt64, at time: Int64) {
    guard var connection = connections.removeValue(forKey: number) else { return }
    connection.close { put($0, $1, at: time) }
  }

  /// Ends all connections that are open.
  public mutating func closeAll(at time: Int64) {
    for number in connections.keys.sorted() { close(number, at: time) }
  }

  private mutating func put(_ frame: TCPFrame, _ payload: ArraySlice<UInt8>, at time: Int64) {
    var frame = frame
    frame.identification = identification
    identification &+= 1
    frames += 1
    PcapEncoder.append(frame, payload, at: time, to: &bytes)
  }

  /// The bytes that were written since the last time.
  public mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
