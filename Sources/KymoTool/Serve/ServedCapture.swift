import KymoCapture
import KymoCore
import KymoHTTP
import KymoMCAP
import KymoServer
import Synchronization

/// The HTTP thread's end of a capture that the server writes itself: what it reads and writes goes to a thread that
/// makes packets of it.
final class ServedCapture: ServerTap {
  /// What happened on a connection.
  struct Moment: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable, Sendable { case request, answer, close }

    var connection: UInt64
    var time: Int64
    /// Where it comes from: the address, 0 above one of version 4, and the port.
    var (high, low, port): (UInt64, UInt64, UInt16)
    var kind: Kind

    init(_ connection: UInt64, _ client: Endpoint, _ kind: Kind, at time: Int64) {
      self.connection = connection
      self.time = time
      (high, low, port) = (client.address.high, client.address.low, client.port)
      self.kind = kind
    }

    var client: Endpoint { Endpoint(IPAddress(high: high, low: low), port: port) }
  }

  private var producer: TextRing<Moment>.Producer
  /// Where each open connection comes from.
  private var clients: [UInt64: Endpoint] = [:]
  private let ending: CaptureEnding

  init(_ producer: consuming TextRing<Moment>.Producer, _ ending: CaptureEnding) {
    self.producer = producer
    self.ending = ending
  }

  deinit {
    ending.lost.store(producer.statistics.droppedNewest, ordering: .relaxed)
    ending.isDone.store(true, ordering: .releasing)
  }

  func received(
    connection: UInt64,
    from client: ServerClient,
    _ request: ServedRequest,
    at time: Int64
  ) {
    let endpoint = Self.endpoint(client)
    clients[connection] = endpoint
    var head: [UInt8] = []
    head.reserveCapacity(request.target.count + request.header.count + 64)
    HTTPEncoder.appendRequestLine(request.method, request.target, to: &head)
    if request.isChunked {
      // A body that came in chunks is written as a whole.
      for line in String(decoding: request.header, as: UTF8.self).split(separator: "\r\n")
      where !line.lowercased().hasPrefix("transfer-encoding:") {
        head += line.utf8
        head += "\r\n".utf8
      }
      HTTPEncoder.appendLength(request.body.count, to: &head)
    } else {
      head += request.header
    }
    HTTPEncoder.endHead(&head)
    push(Moment(connection, endpoint, .request, at: time), head, request.body)
  }

  func answered(connection: UInt64, _ answer: HTTPAnswer, at time: Int64) {
    guard let client = clients[connection] else { return }
    var head: [UInt8] = []
    let status = Int(answer.status)
    HTTPEncoder.appendStatusLine(status, HTTPStatus.reason(status), to: &head)
    for field in answer.fields { HTTPEncoder.append(field, to: &head) }
    if HTTPStatus.mayHaveBody(status), answer.fields.value(of: "Content-Length") == nil {
      HTTPEncoder.appendLength(answer.body.count, to: &head)
    }
    HTTPEncoder.endHead(&head)
    push(Moment(connection, client, .answer, at: time), head, answer.body)
  }

  func closed(connection: UInt64, at time: Int64) {
    guard let client = clients.removeValue(forKey: connection) else { return }
    producer.push(Moment(connection, client, .close, at: time))
  }

  private func push(_ moment: Moment, _ head: [UInt8], _ body: [UInt8]) {
    head.withRawSpan { head in body.withRawSpan { body in _ = producer.push(moment, head, body) } }
  }

  private static func endpoint(_ client: ServerClient) -> Endpoint {
    var words: (UInt64, UInt64) = (0, 0)
    for (place, byte) in client.address.enumerated() {
      if place < 8 {
        words.0 = words.0 << 8 | UInt64(byte)
      } else {
        words.1 = words.1 << 8 | UInt64(byte)
      }
    }
    let address =
      client.address.count == 4
      ? IPAddress(v4: UInt32(truncatingIfNeeded: words.0)) : IPAddress(high: words.0, low: words.1)
    return Endpoint(address, port: client.port)
  }
}

/// That nothing more comes, and what was lost.
final class CaptureEnding: Sendable {
  let isDone = Atomic(false)
  let lost = Atomic<UInt64>(0)
  /// That of the server, once it listens.
  let port = Atomic<UInt16>(0)
  private let firstFailure = Mutex<MCAPError?>(nil)

  /// Why nothing is written any more; nil as long as all is well.
  var failure: MCAPError? { firstFailure.withLock { $0 } }

  /// Notes why nothing is written any more.
  func fail(_ error: MCAPError) { firstFailure.withLock { $0 = error } }
}

/// The thread that makes packets of what a server reads and writes.
struct ServedCaptureWriter: ~Copyable {
  /// What was written.
  struct Written: Sendable {
    var failure: MCAPError?
    var frames: UInt64 = 0
    var connections: UInt64 = 0
    /// Requests and answers that were too long for the ring.
    var lost: UInt64 = 0
  }

  private let thread: Thread
  private let written: HandOver<Written>

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - output: where the capture is written; the caller commits it.
  ///   - ending: what the two ends share; the port has to be set before the first request.
  ///   - tell: called on the thread, once, when the file cannot be written any more.
  /// - Returns: the server's end, and the thread.
  static func start(
    _ output: OutputFile,
    _ ending: CaptureEnding,
    telling tell: @escaping @Sendable (MCAPError) -> Void
  ) -> (tap: ServedCapture, writer: HandOver<ServedCaptureWriter>) {
    let ring = TextRing<ServedCapture.Moment>(minimumCapacity: 16_384, textBytes: 32 << 20)
    let (entries, file) = (HandOver(ring.consumer), HandOver(output))
    let written = HandOver<Written>()
    let thread = Thread {
      written.put(write(file.take(), entries.take(), ending, tell))
    }
    return (
      ServedCapture(ring.producer, ending),
      HandOver(ServedCaptureWriter(thread: thread, written: written))
    )
  }

  private init(thread: consuming Thread, written: HandOver<Written>) {
    self.thread = thread
    self.written = written
  }

  /// After how many bytes they go to the file.
  private static let blockBytes = 1 << 18

  private static func write(
    _ file: OutputFile,
    _ entries: consuming TextRing<ServedCapture.Moment>.Consumer,
    _ ending: CaptureEnding,
    _ tell: (MCAPError) -> Void
  ) -> Written {
    var stream = CaptureStream()
    var written = Written()
    var waiter = Waiter(.nap)
    var last: Int64 = 0
    func put() {
      guard written.failure == nil else { return _ = stream.takeBytes() }
      do throws(MCAPError) {
        try stream.takeBytes().withRawSpan { bytes throws(MCAPError) in try file.write(bytes) }
      } catch {
        written.failure = error
        ending.fail(error)
        tell(error)
      }
    }
    put()
    while true {
      // The flag is read first: what was pushed before it was set is then seen by the visit.
      let isDone = ending.isDone.load(ordering: .acquiring)
      let count = entries.visit(upTo: 256) { moment, head, body in
        last = moment.time
        if moment.kind == .close { return stream.close(moment.connection, at: moment.time) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.byteCount + body.byteCount)
        bytes.append(copying: head)
        bytes.append(copying: body)
        let port = ending.port.load(ordering: .relaxed)
        let isFour = moment.client.address.v4 != nil
        stream.send(
          bytes,
          on: moment.connection,
          from: moment.client,
          to: Endpoint(isFour ? IPAddress(127, 0, 0, 1) : IPAddress(high: 0, low: 1), port: port),
          fromClient: moment.kind == .request,
          at: moment.time
        )
      }
      if stream.pendingBytes >= blockBytes { put() }
      if count > 0 {
        waiter.reset()
      } else if isDone {
        break
      } else {
        // Whoever follows the file sees it soon.
        if stream.pendingBytes > 0 { put() }
        waiter.pause()
      }
    }
    stream.closeAll(at: last)
    put()
    written.frames = stream.frames
    written.connections = stream.opened
    written.lost = ending.lost.load(ordering: .relaxed)
    return written
  }

  /// Waits until everything is written; the server's end must be gone.
  consuming func finish() -> Written {
    let written = written
    thread.join()
    return written.take()
  }
}
