import KymoCapture
package import KymoCore
package import KymoMCAP
import Synchronization

/// The thread that makes packets of what a server reads and writes.
package struct ServedCaptureWriter: ~Copyable {
  /// The account of what was written.
  package struct Written: Sendable {
    package var failure: MCAPError?
    package var frames: UInt64 = 0
    package var connections: UInt64 = 0
    /// Requests and answers that were too long for the ring.
    package var lost: UInt64 = 0
  }

  private let thread: JoiningThread
  private let written: HandOver<Written>

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - output: where the capture is written; the caller commits it.
  ///   - state: what others know of the capture; the port has to be set before the first request.
  ///   - tell: called on the thread, once, when the file cannot be written any more.
  /// - Returns: the server's end, and the thread.
  package static func start(
    _ output: any MCAPByteSink,
    _ state: ServedCaptureState,
    telling tell: @escaping @Sendable (MCAPError) -> Void
  ) -> (tap: ServedCapture, writer: HandOver<ServedCaptureWriter>) {
    let ring = TextRing<ServedCapture.Moment>(minimumCapacity: 16_384, textBytes: 32 << 20)
    let (entries, file) = (HandOver(ring.consumer), HandOver(output))
    let written = HandOver<Written>()
    let thread = JoiningThread {
      written.put(write(file.take(), entries.take(), state, tell))
    }
    return (
      ServedCapture(ring.producer),
      HandOver(ServedCaptureWriter(thread: thread, written: written))
    )
  }

  private init(thread: consuming JoiningThread, written: HandOver<Written>) {
    self.thread = thread
    self.written = written
  }

  /// After how many bytes they go to the file.
  private static let blockBytes = 1 << 18

  private static func write(
    _ file: any MCAPByteSink,
    _ entries: consuming TextRing<ServedCapture.Moment>.Consumer,
    _ state: ServedCaptureState,
    _ tell: (MCAPError) -> Void
  ) -> Written {
    var stream = CaptureStream()
    var written = Written()
    var last: Int64 = 0
    func put() {
      guard written.failure == nil else { return _ = stream.takeBytes() }
      do throws(MCAPError) {
        try stream.takeBytes().withRawSpan { bytes throws(MCAPError) in try file.write(bytes) }
      } catch {
        written.failure = error
        state.fail(error)
        tell(error)
      }
    }
    put()
    // Whoever follows the file sees soon what was written while nothing came.
    entries.visitAll(
      upTo: 256,
      waiting: .nap,
      afterLook: { count in if stream.pendingBytes >= (count > 0 ? blockBytes : 1) { put() } }
    ) { moment, head, body in
      last = moment.time
      if moment.kind == .close { return stream.close(moment.connection, at: moment.time) }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(head.byteCount + body.byteCount)
      bytes.append(copying: head)
      bytes.append(copying: body)
      let port = state.port.load(ordering: .relaxed)
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
    stream.closeAll(at: last)
    put()
    written.frames = stream.frames
    written.connections = stream.opened
    written.lost = entries.statistics.droppedNewest
    return written
  }

  /// Waits until everything is written; the server's end must be gone.
  package consuming func finish() -> Written {
    let written = written
    thread.join()
    return written.take()
  }
}
