import KymoHTTP

/// The findings of a parser on one connection: exchanges that go on, and those that are finished.
final class HTTPTransactionLog {
  /// The cause of the end of a message whose end was not stated, or not reached.
  enum Ending {
    /// The message itself.
    case message
    /// The sender has closed the connection.
    case closed
    /// The capture has ended, or the connection was reset.
    case broken
  }

  private let tally: StreamTally
  private let connection: Int
  private var transactions: [UInt: HTTPTransaction] = [:]
  private var count: UInt = 0
  private let firstNumber: Int
  /// The exchanges that are finished, in the order in which they were.
  private(set) var finished: [HTTPTransaction] = []
  /// When the bytes came that are parsed.
  var time: Int64 = 0
  /// The cause by which a message would end now.
  var ending = Ending.message
  /// Whether the connection goes on as something else.
  private(set) var isTunnel = false

  /// Whether two readers may see other requests from here on.
  private(set) var doubtsRequests = false { didSet { isDoubtful = true } }
  /// Whether two readers may see other replies from here on.
  private(set) var doubtsReplies = false { didSet { isDoubtful = true } }
  /// Whether one of both is so.
  private(set) var isDoubtful = false
  /// Whether all requests, and all replies, may be parts of others, since the end of one was not captured.
  var isBehindHole = (requests: false, replies: false)
  /// Whether the client goes on with HTTP/2.
  private(set) var hasPreface = false

  /// Starts with nothing.
  ///
  /// - Parameters:
  ///   - tally: who is told of findings.
  ///   - connection: the number of the connection.
  ///   - number: what the first exchange is called.
  init(_ tally: StreamTally, connection: Int, from number: Int) {
    self.tally = tally
    self.connection = connection
    firstNumber = number
  }

  /// How many requests have begun and are not answered.
  private(set) var openCount = 0
  /// How many requests have begun and are not there to their end.
  private var unfinishedRequests = 0
  /// Whether no reply will be read any more, so that a request is finished by itself.
  var expectsReplies = true

  /// Whether every request that has begun is there to its end.
  var isRequestIdle: Bool { unfinishedRequests == 0 }

  /// Whether a request is open that can have a reply.
  var hasPairable: Bool {
    transactions.values.contains { !$0.isReplyOver && $0.requestHead == .whole }
  }

  /// The number of the next exchange.
  var nextNumber: Int { firstNumber + Int(count) }

  // MARK: Doubt

  /// Notes that two readers may see other requests from here on.
  func doubtRequests() {
    if doubtsRequests { return }
    doubtsRequests = true
    for transaction in transactions.values
    where !transaction.isRequestOver && transaction.requestFraming == .sure {
      transaction.requestFraming = .doubtful
    }
  }

  /// Notes that two readers may see other replies from here on.
  func doubtReplies() {
    if doubtsReplies { return }
    doubtsReplies = true
    for transaction in transactions.values
    where transaction.reply != nil && !transaction.isReplyOver && transaction.replyFraming == .sure
    {
      transaction.replyFraming = .doubtful
    }
  }

  private func find(_ notes: [CaptureNote], _ transaction: HTTPTransaction, isFromClient: Bool) {
    for note in notes {
      tally.add(
        HTTPFinding(
          note: note,
          connection: connection,
          exchange: transaction.number,
          isFromClient: isFromClient,
          offset: isFromClient ? transaction.requestPlace : transaction.replyPlace
        )
      )
      guard note.isFraming else { continue }
      if isFromClient {
        doubtsRequests = true
        if transaction.requestFraming == .sure { transaction.requestFraming = .doubtful }
      } else {
        doubtsReplies = true
        if transaction.replyFraming == .sure { transaction.replyFraming = .doubtful }
      }
    }
  }

  /// Names the heads of an exchange that are not whole.
  private func findCuts(_ transaction: HTTPTransaction) {
    if transaction.requestHead == .cut {
      find([.cutHead], transaction, isFromClient: true)
    } else if transaction.reply != nil, transaction.replyHead != .whole,
      transaction.discord == nil
    {
      find([.cutHead], transaction, isFromClient: false)
    }
  }

  // MARK: Requests

  func requestStarted(at place: Int64) -> UInt {
    count += 1
    openCount += 1
    unfinishedRequests += 1
    let transaction = HTTPTransaction(firstNumber + Int(count) - 1, at: time, place: place)
    if doubtsRequests || isBehindHole.requests { transaction.requestFraming = .behindDoubt }
    transactions[count] = transaction
    if hasPreface { leaveOut(transaction) }
    return count
  }

  func requestLine(
    _ id: UInt,
    method: String,
    target: String,
    version: String,
    isPlain: Bool
  ) {
    guard let transaction = transactions[id] else { return }
    transaction.request.method = method
    transaction.request.target = target
    transaction.request.version = version
    guard ending == .message, !transaction.isPreface else { return }
    transaction.requestHead = .line
    if method == "PRI", target == "*", version == "HTTP/2.0" {
      hasPreface = true
      find([.innerHTTP2], transaction, isFromClient: true)
      leaveOut(transaction)
    } else if !isPlain {
      find([.lenient], transaction, isFromClient: true)
    }
  }

  /// Takes an exchange for none.
  private func leaveOut(_ transaction: HTTPTransaction) {
    guard !transaction.isPreface else { return }
    transaction.isPreface = true
    transaction.isReplyOver = true
    openCount -= 1
  }

  /// Takes the header of a request; one that ends with its connection is not known to be all of it.
  func requestFields(_ id: UInt, _ head: HTTPHead) {
    guard let transaction = transactions[id], !transaction.isPreface else { return }
    guard ending == .message else {
      transaction.requestHead = .cut
      return
    }
    transaction.requestHead = .whole
    transaction.request.fields = head.fields
    find(head.notes, transaction, isFromClient: true)
  }

  func requestBody(_ id: UInt, _ bytes: RawSpan) {
    guard let transaction = transactions[id] else { return }
    append(bytes, to: &transaction.request.body)
  }

  func requestHole(_ id: UInt, _ length: Int) {
    guard let transaction = transactions[id] else { return }
    Self.append(hole: length, to: &transaction.request.body)
  }

  /// Ends a request, which has no header if it is old: of HTTP/0.9.
  func requestOver(
    _ id: UInt,
    contentLength: Int64?,
    isChunked: Bool,
    isOld: Bool,
    hasOddChunks: Bool
  ) {
    guard let transaction = transactions[id], !transaction.isRequestOver else { return }
    transaction.isRequestOver = true
    unfinishedRequests -= 1
    transaction.request.last = time
    if transaction.requestHead == .line {
      transaction.requestHead = isOld ? .whole : .cut
    } else if hasOddChunks, ending == .message {
      find([.badLength], transaction, isFromClient: true)
    }
    let body = transaction.request.body
    transaction.request.isComplete =
      transaction.requestHead == .whole && transaction.requestFraming == .sure
      && body.holes.isEmpty && !transaction.request.method.isEmpty
      && isWhole(body, contentLength, isChunked, endsWithConnection: false)
    if !expectsReplies { over(id) }
  }

  /// Takes a request in chunks of which one has no length that can be read.
  func requestFailed(_ id: UInt) {
    guard let transaction = transactions[id], transaction.requestHead == .whole,
      !transaction.isRequestOver
    else { return }
    find([.badLength], transaction, isFromClient: true)
  }

  // MARK: Replies

  func replyStarted(_ id: UInt, at place: Int64) {
    guard let transaction = transactions[id] else {
      tally.counts.add(.strayReply)
      return
    }
    var reply = HTTPReply(0)
    reply.first = time
    reply.last = time
    transaction.replyPlace = place
    transaction.replyFraming = doubtsReplies || isBehindHole.replies ? .behindDoubt : .sure
    // In HTTP/0.9 there is no head.
    if transaction.isOld { transaction.replyHead = .whole }
    transaction.reply = reply
  }

  func replyLine(_ id: UInt, status: Int, reason: String, version: String, isPlain: Bool) {
    guard let transaction = transactions[id], transaction.reply != nil else { return }
    // One after an interim reply begins when its own line comes.
    if let interim = transaction.reply?.interim, interim > 0 { transaction.reply?.first = time }
    transaction.reply?.status = status
    transaction.reply?.reason = reason
    transaction.reply?.version = version
    transaction.replyHead = ending == .message ? .line : .cut
    if !isPlain, ending == .message { findUnreadable(transaction) }
  }

  private func findUnreadable(_ transaction: HTTPTransaction) {
    guard !transaction.isReplyUnreadable, transaction.requestHead != .cut, !transaction.isPreface
    else { return }
    transaction.isReplyUnreadable = true
    if transaction.discord == .unreadable {
      find([.badStatusLine], transaction, isFromClient: false)
    }
  }

  func interim(_ id: UInt) {
    transactions[id]?.reply?.interim += 1
    transactions[id]?.replyHead = .cut
  }

  func replyFields(_ id: UInt, _ head: HTTPHead, isChunked: Bool) {
    guard let transaction = transactions[id] else { return }
    guard ending == .message else {
      transaction.replyHead = .cut
      return
    }
    transaction.reply?.fields = head.fields
    transaction.isReplyChunked = isChunked
    let status = transaction.reply?.status ?? 0
    if status == 101 || transaction.request.method == "CONNECT" && 200...299 ~= status {
      isTunnel = true
    }
    transaction.replyHead = .whole
    if !transaction.isReplyUnreadable { find(head.notes, transaction, isFromClient: false) }
  }

  /// Takes the header of a reply whose end libhtp cannot find, if the header says why: it reads no ranges.
  func replyFailed(_ id: UInt, _ head: HTTPHead) {
    let type = head.fields.value(of: "Content-Type")?.lowercased() ?? ""
    guard let transaction = transactions[id], transaction.replyHead == .line,
      head.notes.contains(where: \.isFraming) || type.hasPrefix("multipart/byteranges")
    else { return }
    replyFields(id, head, isChunked: false)
    transaction.isReplyEndUnknown = true
  }

  func replyBody(_ id: UInt, _ bytes: RawSpan) {
    guard let transaction = transactions[id], var reply = transaction.reply.take() else { return }
    append(bytes, to: &reply.body)
    transaction.reply = reply
    // A line that is no status line counts as the body.
    if transaction.replyHead == .cut, ending == .message, bytes.byteCount > 0 {
      findUnreadable(transaction)
    }
  }

  func replyHole(_ id: UInt, _ length: Int) {
    guard let transaction = transactions[id], var reply = transaction.reply.take() else { return }
    Self.append(hole: length, to: &reply.body)
    transaction.reply = reply
  }

  func replyOver(
    _ id: UInt,
    contentLength: Int64?,
    isChunked: Bool,
    hasBody: Bool,
    hasOddChunks: Bool
  ) {
    guard let transaction = transactions[id], let reply = transaction.reply,
      !transaction.isReplyOver
    else { return }
    transaction.isReplyOver = true
    openCount -= 1
    if ending == .message { transaction.reply?.last = time }
    // Where the length of a chunk cannot be read libhtp takes the rest as it is.
    if transaction.isReplyChunked, !isChunked || hasOddChunks && ending == .message {
      find([.badLength], transaction, isFromClient: false)
    }
    transaction.reply?.isComplete =
      transaction.replyHead == .whole && transaction.replyFraming == .sure
      && !transaction.isReplyUnreadable && !transaction.isReplyEndUnknown
      && reply.body.holes.isEmpty
      && (!hasBody || isWhole(reply.body, contentLength, isChunked, endsWithConnection: true))
  }

  // MARK: The end

  func over(_ id: UInt) {
    guard let transaction = transactions.removeValue(forKey: id) else { return }
    if !transaction.isReplyOver { openCount -= 1 }
    if !transaction.isRequestOver { unfinishedRequests -= 1 }
    if transaction.isPreface { return }
    findCuts(transaction)
    finished.append(transaction)
  }

  /// Ends all that is not finished, in order; that the connection goes on as something else ends the last reply
  /// well.
  func close() {
    for id in transactions.keys.sorted() {
      guard let transaction = transactions[id] else { continue }
      if isTunnel, transaction.reply != nil {
        if transaction.requestHead == .whole, transaction.requestFraming == .sure {
          transaction.request.isComplete = true
        }
        if !transaction.isReplyOver { transaction.reply?.isComplete = true }
      }
      over(id)
    }
  }

  func takeFinished() -> [HTTPTransaction] {
    defer { finished.removeAll() }
    return finished
  }

  private func isWhole(
    _ body: HTTPBody,
    _ contentLength: Int64?,
    _ isChunked: Bool,
    endsWithConnection: Bool
  ) -> Bool {
    if ending == .message { return true }
    if isChunked { return false }
    if let contentLength { return body.length == contentLength }
    return endsWithConnection ? ending == .closed : true
  }

  private func append(_ bytes: RawSpan, to body: inout HTTPBody) {
    body.length += Int64(bytes.byteCount)
    guard tally.keepsBodies else { return }
    let room = max(0, tally.limits.bodyBytes - body.bytes.count)
    if bytes.byteCount > room, !body.isCut {
      body.isCut = true
      tally.counts.add(.longBody)
    }
    body.bytes.append(copyOf: bytes.extracting(first: min(room, bytes.byteCount)))
  }

  private static func append(hole length: Int, to body: inout HTTPBody) {
    body.holes.append(HTTPBody.Hole(offset: body.length, length: Int64(length)))
    body.length += Int64(length)
  }
}
