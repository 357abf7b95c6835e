import KymoHTTP

/// A request that is being received or answered; the HTTP thread's alone.
final class ServerRequest {
  /// How far it is.
  enum Stage {
    /// It is being received, or handled.
    case open
    /// Its connection waits for the answer, or for more events.
    case waiting
    /// It was answered, or its client is gone.
    case over
  }

  /// What the client asked for, percent escapes and all, such as "/call?cmd=loc".
  let target: [UInt8]
  /// When its head was there, in ns on the monotonic clock.
  let arrival: Int64
  /// Where its connection is found.
  let connection: UInt64
  /// The number of that connection, from 1.
  let connectionNumber: UInt64

  var method = HTTPMethod.other
  var methodName = ""
  /// The lines of its header that routes look at.
  var (host, origin, lastEvent): (String?, String?, String?)
  /// The lines of its header as they stand there, each with its end, if they are written down.
  var header: [UInt8] = []
  /// Whether the client would rather hear of a later reply as an event (RFC 7240's `respond-async`).
  var prefersEvents = false
  /// How its body is told from what follows.
  var framing = RequestHead.Framing.none
  /// The second number of its version of HTTP.
  var minorVersion = 1
  /// Whether its client sends the body only once it is told that it is wanted.
  var awaitsContinue = false
  /// Whether the connection goes on behind it, as far as the client says.
  var keepsAlive = true
  var body: [UInt8] = []
  var stage = Stage.open
  /// What it is answered with, once that is known.
  var answer: HTTPAnswer?
  /// Whether who writes exchanges down was told of it.
  var isTold = false
  /// What it listens to, if it is a stream of events.
  var stream: EventStream?
  /// Which event it became, if its reply comes later.
  var stamp: String?
  /// What it waits for, if that is more than one outcome.
  var batch: BridgeBatch?

  init(target: [UInt8], arrival: Int64, connection: UInt64, connectionNumber: UInt64) {
    self.target = target
    self.arrival = arrival
    self.connection = connection
    self.connectionNumber = connectionNumber
  }

  /// Whether its connection waits for it.
  var isSuspended: Bool { stage == .waiting }

  /// Whether nobody waits for it any more.
  var isOver: Bool { stage == .over }

  /// The path: the target up to its query.
  var path: ArraySlice<UInt8> { target.prefix { $0 != UInt8(ascii: "?") } }

  /// The query; empty if there is none.
  var query: ArraySlice<UInt8> { target[path.endIndex...].dropFirst() }
}
