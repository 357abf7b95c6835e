import KymoHTTP
import KymoMCAP

/// A request that is being received or answered; the HTTP thread's alone.
final class ServerRequest {
  /// How far it is, and what it has there.
  enum State {
    /// Its body comes; its client may send it only once it is told that it is wanted.
    case receiving(awaitsContinue: Bool)
    /// It is answered without the service, which never sees it.
    case refused(HTTPAnswer)
    /// The service looks at it.
    case handled(Pending)
    /// Its connection waits for what it becomes.
    case waiting(Pending)
    /// The service has answered it.
    case answered(HTTPAnswer)
    /// Its answer is sent.
    case sending
    /// Events are sent to it.
    case streaming(EventStream)
    /// Its connection waits for more events.
    case listening(EventStream)
    /// It was answered, or its client is gone.
    case over
  }

  /// The source of an answer that is still to come.
  enum Pending {
    /// One outcome, or the change of a session.
    case outcome
    /// All outcomes of a body.
    case batch(BridgeBatch)
    /// A reply that comes later than the outcome of its event, of which this is the stamp.
    case reply(stamp: String)
  }

  /// The target that the client asked for, percent escapes and all, such as "/call?cmd=loc".
  let target: [UInt8]
  /// When its head was there, in ns on the monotonic clock.
  let arrival: Int64
  /// Where its connection is found.
  let connection: UInt64
  /// The number of that connection, from 1.
  let connectionNumber: UInt64
  let method: HTTPMethod
  let methodName: String
  /// The second number of its version of HTTP.
  let minorVersion: Int
  /// Whether the connection goes on behind it, as far as the client says.
  let keepsAlive: Bool
  /// How its body is told from what follows.
  let framing: RequestHead.Framing
  /// Whether the client would rather hear of a later reply as an event (RFC 7240's `respond-async`).
  let prefersEvents: Bool
  /// The lines of its header that routes look at; nil where there is none, or none is looked at.
  let host: String?
  let origin: String?
  let lastEvent: String?
  /// The lines of its header as they stand there, each with its end, if they are written down.
  private(set) var header: [UInt8]
  /// The part of its body that has come; empty again once it is over.
  private(set) var body: [UInt8] = []
  /// The file that its body goes to, in place of ``body``.
  var upload: ReceivedUpload?
  private(set) var state: State

  /// A request whose head is there.
  ///
  /// - Parameters:
  ///   - head: what the client asks for.
  ///   - arrival: when it was there, in ns on the monotonic clock.
  ///   - connection: where its connection is found.
  ///   - connectionNumber: the number of that connection, from 1.
  ///   - readsOrigins: whether the origin of a call is looked at.
  ///   - keepsHeader: whether its header is written down.
  init(
    _ head: RequestHead,
    arrival: Int64,
    connection: UInt64,
    connectionNumber: UInt64,
    readsOrigins: Bool,
    keepsHeader: Bool
  ) {
    target = head.target
    self.arrival = arrival
    self.connection = connection
    self.connectionNumber = connectionNumber
    methodName = String(decoding: head.bytes[head.method], as: UTF8.self)
    method = HTTPMethod(methodName)
    minorVersion = head.minorVersion
    keepsAlive = head.keepsAlive
    framing = head.framing
    prefersEvents = head.prefersEvents
    // A call needs none of them otherwise, and there are many calls.
    let readsLines = readsOrigins || !target.starts(with: "/call".utf8)
    host = readsLines ? head.text(.host) : nil
    origin = readsLines ? head.text(.origin) : nil
    lastEvent = readsLines ? head.text(.lastEventID) : nil
    header = keepsHeader ? Array(head.bytes[head.headerStart...]) : []
    state = .receiving(awaitsContinue: head.expectsContinue)
  }

  /// The path: the target up to its query.
  var path: ArraySlice<UInt8> { target.prefix { $0 != UInt8(ascii: "?") } }

  /// The query; empty if there is none.
  var query: ArraySlice<UInt8> { target[path.endIndex...].dropFirst() }

  /// Whether the connection goes on behind its events, of which HTTP/1.0 cannot tell the end.
  var outlivesStream: Bool { keepsAlive && minorVersion > 0 }

  // MARK: What it has

  /// Whether its connection waits for it, or has not gone on with it yet.
  var isSuspended: Bool {
    switch state {
    case .waiting, .answered, .listening: true
    case .receiving, .refused, .handled, .sending, .streaming, .over: false
    }
  }

  /// Whether its answer is the service's, and still to come.
  var isPending: Bool {
    switch state {
    case .handled, .waiting: true
    case .receiving, .refused, .answered, .sending, .streaming, .listening, .over: false
    }
  }

  /// Whether its answer is known, and not sent yet.
  var isAnswered: Bool {
    switch state {
    case .refused, .answered: true
    case .receiving, .handled, .waiting, .sending, .streaming, .listening, .over: false
    }
  }

  /// The source of an answer that is still to come; nil if none is.
  var pending: Pending? {
    switch state {
    case .handled(let pending), .waiting(let pending): pending
    case .receiving, .refused, .answered, .sending, .streaming, .listening, .over: nil
    }
  }

  /// The stream that it listens to, if it is one of events.
  var stream: EventStream? {
    switch state {
    case .streaming(let stream), .listening(let stream): stream
    case .receiving, .refused, .handled, .waiting, .answered, .sending, .over: nil
    }
  }

  // MARK: What happens to it

  /// Takes a part of its body.
  func receive(_ bytes: RawSpan) {
    if case .length(let count) = framing, body.isEmpty {
      // No more than a little is reserved for what has not come.
      body.reserveCapacity(min(count, 65_536))
    }
    body.append(copying: bytes)
  }

  /// Asks whether its client has to be told that the body is wanted, which happens once; one that has begun to send it
  /// does not wait.
  func goOn() -> Bool {
    guard case .receiving(awaitsContinue: true) = state, body.isEmpty else { return false }
    state = .receiving(awaitsContinue: false)
    return true
  }

  /// Answers it before the service has seen it; nothing if it has.
  func refuse(with answer: consuming HTTPAnswer) {
    switch state {
    case .receiving, .refused: state = .refused(answer)
    case .handled, .waiting, .answered, .sending, .streaming, .listening, .over: break
    }
  }

  /// Goes to the service: all of it is there.
  ///
  /// - Returns: false if it was refused.
  func handle() -> Bool {
    guard case .receiving = state else { return false }
    state = .handled(.outcome)
    return true
  }

  /// Notes what its answer is made of; nothing if that does not matter any more.
  func wait(for pending: Pending) {
    switch state {
    case .handled: state = .handled(pending)
    case .waiting: state = .waiting(pending)
    case .receiving, .refused, .answered, .sending, .streaming, .listening, .over: break
    }
  }

  /// Becomes a listener.
  func listen(to stream: EventStream) {
    if case .handled = state { state = .streaming(stream) }
  }

  /// Takes the service's answer; the first one counts, and none once it is over.
  ///
  /// - Returns: whether its connection waits for it.
  func answer(with answer: consuming HTTPAnswer) -> Bool {
    switch state {
    case .handled:
      state = .answered(answer)
      return false
    case .waiting:
      state = .answered(answer)
      return true
    case .receiving, .refused, .answered, .sending, .streaming, .listening, .over: return false
    }
  }

  /// Lets its connection wait, if there is nothing to send.
  func suspend() {
    switch state {
    case .handled(let pending): state = .waiting(pending)
    case .streaming(let stream): state = .listening(stream)
    case .receiving, .refused, .waiting, .answered, .sending, .listening, .over: break
    }
  }

  /// Lets its connection go on, if there are events to send.
  func resume() {
    if case .listening(let stream) = state { state = .streaming(stream) }
  }

  /// Hands over its answer, so that it is sent.
  ///
  /// - Returns: the answer, and whether it is the service's; nil if there is none, or no longer.
  func takeAnswer() -> (answer: HTTPAnswer, isOfService: Bool)? {
    guard isAnswered else { return nil }
    // Moved out, not copied: its texts are not retained for it.
    var taken = State.sending
    swap(&taken, &state)
    switch consume taken {
    case .refused(let answer): return (answer, false)
    case .answered(let answer): return (answer, true)
    case .receiving, .handled, .waiting, .sending, .streaming, .listening, .over: return nil
    }
  }

  /// Is over: it was answered, or its client is gone.
  ///
  /// Its reply may still be waited for, and what is not counted is not kept.
  func end() {
    (body, header, upload) = ([], [], nil)
    state = .over
  }
}
