/// A connection being written: who has sent how much.
struct FrameConnection {
  let client: Endpoint
  let server: Endpoint
  /// The next sequence number of the client, and of the server.
  private(set) var next: (client: UInt32, server: UInt32)

  /// The frames of the handshake; `first` are the sequence numbers that the ends begin with.
  init(
    _ client: Endpoint,
    _ server: Endpoint,
    first: (client: UInt32, server: UInt32),
    _ put: (TCPFrame, ArraySlice<UInt8>) -> Void
  ) {
    self.client = client
    self.server = server
    next = first
    put(frame(true, .syn), [])
    next.client &+= 1
    put(frame(false, [.syn, .ack]), [])
    next.server &+= 1
    put(frame(true, .ack), [])
  }

  private func frame(_ isFromClient: Bool, _ flags: TCPSegment.Flags) -> TCPFrame {
    TCPFrame(
      source: isFromClient ? client : server,
      destination: isFromClient ? server : client,
      sequence: isFromClient ? next.client : next.server,
      acknowledgement: isFromClient ? next.server : next.client,
      flags: flags
    )
  }

  /// After how many segments the other end says that it has them.
  private static let acknowledgedSegments = 8

  /// Sends bytes, in as many segments as necessary, which the other end acknowledges: the last ones with what it
  /// sends itself, if that is how it is to be.
  mutating func send(
    _ bytes: [UInt8],
    fromClient isFromClient: Bool,
    delaysAcknowledgement: Bool = false,
    _ put: (TCPFrame, ArraySlice<UInt8>) -> Void
  ) {
    var (place, count) = (0, 0)
    while place < bytes.count {
      let end = min(bytes.count, place + TCPFrame.maximumBytes)
      var segment = frame(isFromClient, .ack)
      segment.isPushed = end == bytes.count
      put(segment, bytes[place..<end])
      move(isFromClient, end - place)
      place = end
      count += 1
      let isLast = place == bytes.count ? !delaysAcknowledgement : false
      if count % Self.acknowledgedSegments == 0 || isLast {
        put(frame(!isFromClient, .ack), [])
      }
    }
  }

  /// Ends it: both ends say that there will be no more, the client first.
  mutating func close(_ put: (TCPFrame, ArraySlice<UInt8>) -> Void) {
    put(frame(true, [.fin, .ack]), [])
    next.client &+= 1
    put(frame(false, [.fin, .ack]), [])
    next.server &+= 1
    put(frame(true, .ack), [])
  }

  private mutating func move(_ isFromClient: Bool, _ count: Int) {
    if isFromClient {
      next.client &+= UInt32(count)
    } else {
      next.server &+= UInt32(count)
    }
  }
}
