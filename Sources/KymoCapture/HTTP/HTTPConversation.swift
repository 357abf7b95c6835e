import KymoHTTP

/// Makes exchanges of what the two ends of a connection send, if that is HTTP/1.
///
/// Pairing is never guessed. A hole in a body whose length is known leaves it a body with a hole. Any other hole
/// takes the end of a message with it, and what looks like the beginning of one behind it may be a part of a body:
/// behind such a hole in replies the rest of the connection has none, and behind one in requests nobody can tell
/// which of the rest are requests.
final class HTTPConversation {
  private enum Phase {
    /// The bytes so far do not tell.
    case undecided
    case http
    /// Something else, which is not read.
    case opaque
  }

  private enum Replies {
    case followed
    /// Dropped, up to one that can be told to be the reply to the one open request: nothing is missing, and the server
    /// has sent more than it was asked for.
    case awaited
    /// Dropped for good.
    case lost
  }

  private let number: Int
  private let key: FlowKey
  private let tally: StreamTally
  private var phase = Phase.undecided
  private var replies = Replies.followed
  /// Which end asks: 0 or 1; nil before that is known.
  private var client: Int?
  /// Whether the beginning of the connection is missing.
  private(set) var isMidStream = false
  /// The first bytes of the client, as long as they do not tell.
  private var prefix: [HTTPPiece] = []
  private var hasData = false
  private var requestParser: UnsafeHTTPParser?
  private var replyParser: UnsafeHTTPParser?
  /// The pieces that a parser has left for later, since it wants to hear the other end first.
  private var waitingRequests: [HTTPPiece] = []
  private var waitingReplies: [HTTPPiece] = []
  private var exchangeCount = 0
  private var isPartial = false
  /// From where on two readers may read each end differently.
  private var doubts = [false, false]
  /// Whether a hole, or what cannot be read, has taken the end of a message of each end.
  private var hasLostEnd = [false, false]
  /// Whether the client goes on with HTTP/2.
  private var isHTTP2 = false
  /// Whether a hole has taken the beginning of a reply.
  private var hasLostHead = false
  /// Why requests that are open have no reply when the parser is closed.
  private var absence: ReplyAbsence?

  init(_ number: Int, _ key: FlowKey, _ tally: StreamTally) {
    self.number = number
    self.key = key
    self.tally = tally
  }

  /// Says who asks, unless that is known.
  func setClient(_ side: Int) { if client == nil { client = side } }

  /// Whether a side asks; that of the key's first end if nobody knows.
  func isClient(_ side: Int) -> Bool { side == client ?? 0 }

  // MARK: What comes

  /// Takes bytes of one end, which begin at a place of its stream.
  func data(_ bytes: RawSpan, from side: Int, at time: Int64, place: Int64) {
    if !hasData, client == nil { isMidStream = true }
    hasData = true
    switch phase {
    case .opaque: return
    case .undecided: decide(bytes, side, time, place)
    case .http:
      if side == client { request(bytes, time, place) } else { reply(bytes, time, place) }
      collect()
    }
  }

  /// Notes that two readers may read differently what an end sends from here on.
  func doubt(what side: Int) {
    doubts[side] = true
    passOnDoubts()
  }

  private func passOnDoubts() {
    guard let client else { return }
    if doubts[client] { requestParser?.log.doubtRequests() }
    if doubts[1 - client] { replyParser?.log.doubtReplies() }
  }

  /// Passes over bytes that nobody captured.
  func hole(_ length: Int64, from side: Int, at time: Int64) {
    switch phase {
    case .opaque: return
    case .undecided:
      // What follows is in the middle of something.
      isMidStream = true
      hasLostEnd[side] = true
      if let first = prefix.first { findCut(at: first.place, of: side) }
      prefix = []
    case .http:
      let length = Int(clamping: length)
      if side == client { requestHole(length, time) } else { replyHole(length, time) }
      collect()
    }
  }

  /// Names what may be the beginning of a request, and does not go on.
  private func findCut(at place: Int64, of side: Int) {
    tally.add(
      HTTPFinding(
        note: .cutHead,
        connection: number,
        isFromClient: isClient(side),
        offset: place
      )
    )
  }

  /// One end will send no more.
  func end(of side: Int, at time: Int64) {
    guard phase == .http else { return }
    if side == client {
      requestParser?.endRequests(.closed)
    } else if let parser = replyParser {
      absence = absence ?? .connectionEnded
      parser.close(.closed)
      collect(parser)
      if requestParser === parser { requestParser = nil }
      replyParser = nil
      replies = .lost
    }
    collect()
  }

  /// Ends it.
  func finish(at time: Int64, wasReset: Bool) {
    if absence == nil { absence = wasReset ? .connectionEnded : .captureEnded }
    if let parser = replyParser, parser !== requestParser { close(parser) }
    if let parser = requestParser { close(parser) }
    requestParser = nil
    replyParser = nil
    if phase == .undecided { tally.counts.add(hasData ? .otherProtocol : .silentConnection) }
    phase = .opaque
  }

  private func close(_ parser: UnsafeHTTPParser) {
    parser.close(.broken)
    collect(parser)
  }

  // MARK: Which protocol it is

  private func decide(_ bytes: RawSpan, _ side: Int, _ time: Int64, _ place: Int64) {
    if isMidStream { return decideMidStream(bytes, side, time, place) }
    guard side == client else {
      // A server that speaks first; a reply to nothing is no reason to think that it is no HTTP.
      switch FirstBytes(bytes) {
      case .reply: stray()
      case .tls: becomeOpaque(.tls)
      case .undecided: break
      default: if prefix.isEmpty { becomeOpaque(.otherProtocol) }
      }
      return
    }
    prefix.append(HTTPPiece(bytes: bytes.array(), time: time, place: place))
    guard prefix.reduce(0, { $0 + $1.bytes.count }) <= 2 * FirstBytes.longestLine + bytes.byteCount
    else { return becomeOpaque(.otherProtocol) }
    let verdict =
      prefix.count == 1
      ? FirstBytes(bytes) : prefix.flatMap(\.bytes).lend { FirstBytes($0) }
    switch verdict {
    case .undecided: return
    case .request:
      phase = .http
      requestParser = makeParser()
      replyParser = requestParser
      let pieces = prefix
      prefix = []
      for piece in pieces { piece.bytes.lend { request($0, piece.time, piece.place) } }
      collect()
    case .tls: becomeOpaque(.tls)
    case .http2: becomeOpaque(.http2)
    case .reply, .other: becomeOpaque(.otherProtocol)
    }
  }

  private func decideMidStream(_ bytes: RawSpan, _ side: Int, _ time: Int64, _ place: Int64) {
    if FirstBytes.isRequest(bytes), client == nil || client == side {
      client = side
      phase = .http
      replies = .awaited
      requestParser = makeParser()
      replyParser = requestParser
      request(bytes, time, place)
      collect()
    } else if FirstBytes.isReply(bytes) == true, client == nil || client != side {
      client = 1 - side
      stray()
    } else if case .tls = FirstBytes(bytes) {
      becomeOpaque(.tls)
    }
  }

  private func stray() { tally.counts.add(.strayReply) }

  private func becomeOpaque(_ note: CaptureNote) {
    phase = .opaque
    prefix = []
    tally.counts.add(note)
  }

  private func makeParser() -> UnsafeHTTPParser {
    let log = HTTPTransactionLog(tally, connection: number, from: exchangeCount + 1)
    let client = client ?? 0
    if doubts[client] { log.doubtRequests() }
    if doubts[1 - client] { log.doubtReplies() }
    log.isBehindHole = (hasLostEnd[client], hasLostEnd[1 - client])
    if hasLostEnd[client] || hasLostEnd[1 - client] { notePartial() }
    return UnsafeHTTPParser(tally.configuration, log)
  }

  private func notePartial() {
    if !isPartial { tally.counts.add(.partial) }
    isPartial = true
  }

  private func becomePartial() {
    notePartial()
    replies = .lost
    waitingReplies = []
    requestParser?.log.expectsReplies = false
  }

  // MARK: Requests

  private func request(_ bytes: RawSpan, _ time: Int64, _ place: Int64) {
    guard let parser = requestParser else {
      // Behind what could not be read; there are no replies to what follows.
      guard !isHTTP2, FirstBytes.isRequest(bytes) else { return }
      if let replyParser { exchangeCount = max(exchangeCount, replyParser.log.nextNumber - 1) }
      requestParser = makeParser()
      requestParser?.log.expectsReplies = false
      return request(bytes, time, place)
    }
    guard waitingRequests.isEmpty else { return waitWithRequest(bytes, time, place) }
    switch parser.request(bytes, at: time, place: place) {
    case .taken: break
    case .partly(let count):
      waitWithRequest(bytes.extracting(count..<bytes.byteCount), time, place + Int64(count))
    case .failed: loseRequests(.unparsable)
    }
    noteDoubts(parser)
    // Two requests, and a reply of which nobody knows to which: see the type.
    if replies == .awaited, parser.log.openCount > 1 { becomePartial() }
    resume()
  }

  /// Remembers what a parser doubts, for the ones after it.
  private func noteDoubts(_ parser: UnsafeHTTPParser) {
    guard parser.log.isDoubtful else { return }
    let client = client ?? 0
    if parser.log.doubtsRequests { doubts[client] = true }
    if parser.log.doubtsReplies { doubts[1 - client] = true }
    if doubts[0] || doubts[1] { notePartial() }
    if parser.log.hasPreface, !isHTTP2 {
      isHTTP2 = true
      loseRequests(nil)
    }
  }

  private func requestHole(_ length: Int, _ time: Int64) {
    guard let parser = requestParser else { return }
    if waitingRequests.isEmpty, parser.requestHole(length, at: time) { return }
    loseRequests(nil)
  }

  /// Reads requests only from where one may begin, and takes none of them for certain; what is open may still be
  /// answered.
  private func loseRequests(_ note: CaptureNote?) {
    if let note { tally.counts.add(note) }
    notePartial()
    hasLostEnd[client ?? 0] = true
    waitingRequests = []
    guard let parser = requestParser else { return }
    requestParser = nil
    if parser !== replyParser || replies != .followed || !parser.log.hasPairable {
      loseReplies(parser)
    }
  }

  /// Reads no more replies, and ends what has none.
  private func loseReplies(_ parser: UnsafeHTTPParser) {
    absence = .pairingLost
    close(parser)
    if parser === replyParser { replyParser = nil }
    replies = .lost
    waitingReplies = []
  }

  // MARK: Replies

  private func reply(_ bytes: RawSpan, _ time: Int64, _ place: Int64) {
    guard let parser = replyParser, replies != .lost else { return }
    let open = parser.log.openCount
    if replies == .awaited {
      guard open == 1, FirstBytes.isReply(bytes) == true else {
        if open == 0, FirstBytes.isReply(bytes) == true { stray() }
        return
      }
      replies = .followed
    } else if open == 0, waitingReplies.isEmpty {
      if FirstBytes.isReply(bytes) == true { stray() }
      if requestParser === parser { replies = .awaited } else { becomePartial() }
      return
    }
    guard waitingReplies.isEmpty else { return waitWithReply(bytes, time, place) }
    switch parser.reply(bytes, at: time, place: place) {
    case .taken: break
    case .partly(let count):
      waitWithReply(bytes.extracting(count..<bytes.byteCount), time, place + Int64(count))
    case .failed:
      tally.counts.add(.unparsable)
      becomePartial()
    }
    if parser.log.isTunnel { return becomeTunnel(parser) }
    noteDoubts(parser)
    resume()
    // What is open can have no partner any more.
    if requestParser !== parser, replyParser === parser, !parser.log.hasPairable {
      loseReplies(parser)
    }
  }

  private func replyHole(_ length: Int, _ time: Int64) {
    guard let parser = replyParser, replies == .followed else { return }
    let open = parser.log.openCount
    if open == 0 { return becomePartial() }
    if waitingReplies.isEmpty, parser.replyHole(length, at: time) { return }
    hasLostHead = true
    guard open == 1, requestParser === parser, parser.log.isRequestIdle, waitingRequests.isEmpty
    else { return becomePartial() }
    absence = .lostInHole
    close(parser)
    absence = nil
    replyParser = nil
    requestParser = makeParser()
    becomePartial()
  }

  /// The connection goes on as something else.
  private func becomeTunnel(_ parser: UnsafeHTTPParser) {
    tally.counts.add(.upgrade)
    parser.log.close()
    collect(parser)
    requestParser = nil
    replyParser = nil
    waitingReplies = []
    waitingRequests = []
    phase = .opaque
  }

  // MARK: What waits

  private func waitWithRequest(_ bytes: RawSpan, _ time: Int64, _ place: Int64) {
    if !waitingRequests.append(bytes, time, place) { loseRequests(.unparsable) }
  }

  private func waitWithReply(_ bytes: RawSpan, _ time: Int64, _ place: Int64) {
    guard !waitingReplies.append(bytes, time, place) else { return }
    tally.counts.add(.unparsable)
    becomePartial()
  }

  /// Goes on with what had to wait, in turns, as long as that leads anywhere.
  private func resume() {
    while !waitingRequests.isEmpty || !waitingReplies.isEmpty {
      let before = (waitingRequests.count, waitingReplies.count)
      if let parser = requestParser, let piece = waitingRequests.first {
        waitingRequests.removeFirst()
        switch piece.bytes.lend({ parser.request($0, at: piece.time, place: piece.place) }) {
        case .taken: break
        case .partly(let count):
          waitingRequests.insert(piece.rest(from: count), at: 0)
        case .failed: loseRequests(.unparsable)
        }
        noteDoubts(parser)
      }
      if let parser = replyParser, replies == .followed, let piece = waitingReplies.first {
        waitingReplies.removeFirst()
        switch piece.bytes.lend({ parser.reply($0, at: piece.time, place: piece.place) }) {
        case .taken: break
        case .partly(let count):
          waitingReplies.insert(piece.rest(from: count), at: 0)
        case .failed:
          tally.counts.add(.unparsable)
          becomePartial()
        }
      }
      if (waitingRequests.count, waitingReplies.count) == before { return }
    }
  }

  // MARK: What comes of it

  /// How many exchanges wait for those before them, which may still be answered.
  private static let maximumWaiting = 1024

  private func collect() {
    if let replyParser, replyParser !== requestParser {
      collect(replyParser)
      let waiting = requestParser?.log.finished.count ?? 0
      if replyParser.log.hasPairable, waiting < Self.maximumWaiting { return }
    }
    if let requestParser { collect(requestParser) }
  }

  private func collect(_ parser: UnsafeHTTPParser) {
    guard !parser.log.finished.isEmpty else { return }
    noteDoubts(parser)
    let (ends, side) = ([key.first, key.second], client ?? 0)
    for transaction in parser.log.takeFinished() {
      exchangeCount = max(exchangeCount, transaction.number)
      guard !transaction.request.method.isEmpty || transaction.reply != nil else { continue }
      var exchange = transaction.exchange(number, client: ends[side], server: ends[1 - side])
      if transaction.reply?.isComplete != true || transaction.discord != nil {
        exchange.absence = absence(transaction)
        if transaction.discord != nil || transaction.replyHead != .whole { exchange.reply = nil }
      }
      tally.exchanges.append(exchange)
    }
  }

  /// Why a request has no reply, or not all of it.
  private func absence(_ transaction: HTTPTransaction) -> ReplyAbsence {
    if let flaw = transaction.replyFlaw(afterLostHead: hasLostHead) { return flaw }
    let isLost =
      replies == .lost || transaction.requestHead == .cut || doubts[0] || doubts[1]
      || transaction.requestFraming == .behindDoubt
    return isPartial && isLost ? .pairingLost : absence ?? .connectionEnded
  }
}
