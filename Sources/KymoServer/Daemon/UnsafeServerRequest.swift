import KymoCore

/// A request that is being received or answered; the HTTP thread's alone.
///
/// SAFETY: the connection is the daemon's, which alone follows it, and only until it has told that the request is
/// over.
@safe final class ServerRequest {
  /// What the client asked for, percent escapes and all, such as "/call?cmd=loc".
  let target: [UInt8]
  /// When its first line was there, in ns on the monotonic clock.
  let arrival: Int64
  /// Its connection at the daemon.
  let connection: OpaquePointer
  /// The number of that connection, from 1.
  let connectionNumber: UInt64

  var method = HTTPMethod.other
  var methodName = ""
  /// The lines of its header that routes look at.
  var (host, origin, lastEvent): (String?, String?, String?)
  /// Whether the client would rather hear of a later reply as an event (RFC 7240's `respond-async`).
  var prefersEvents = false
  /// Whether its header was looked at.
  var hasHead = false
  var body: [UInt8] = []
  /// How many bytes of body were received, those that were thrown away included.
  var received = 0
  /// Whether its body is not wanted, since the answer is there already.
  var isRefused = false
  /// What it is answered with, once that is known.
  var answer: HTTPAnswer?
  /// Whether the daemon waits for the answer.
  var isSuspended = false
  /// Its place among those that the daemon waits for.
  var place = 0
  /// Whether the answer was handed to the daemon.
  var isQueued = false
  /// Whether who writes exchanges down was told of it.
  var isTold = false
  /// Whether the client is gone.
  var isOver = false
  /// What it listens to, if it is a stream of events.
  var stream: EventStream?
  /// Which event it became, if its reply comes later.
  var stamp: String?
  /// What it waits for, if that is more than one outcome.
  var batch: BridgeBatch?

  init(target: [UInt8], arrival: Int64, connection: OpaquePointer, connectionNumber: UInt64) {
    self.target = target
    self.arrival = arrival
    unsafe self.connection = connection
    self.connectionNumber = connectionNumber
  }

  /// The path: the target up to its query.
  var path: ArraySlice<UInt8> { target.prefix { $0 != UInt8(ascii: "?") } }

  /// The query; empty if there is none.
  var query: ArraySlice<UInt8> { target[path.endIndex...].dropFirst() }
}
