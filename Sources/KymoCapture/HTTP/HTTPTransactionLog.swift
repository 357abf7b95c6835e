/// What a parser has found on one connection: exchanges that go on, and those that are finished.
final class HTTPTransactionLog {
  /// What ends a message whose end was not stated, or not reached.
  enum Ending {
    /// The message itself.
    case message
    /// The sender has closed the connection.
    case closed
    /// The capture has ended, or the connection was reset.
    case broken
  }

  private let tally: StreamTally
  private var transactions: [UInt: HTTPTransaction] = [:]
  private var count: UInt = 0
  private let firstNumber: Int
  /// The exchanges that are finished, in the order in which they were.
  private(set) var finished: [HTTPTransaction] = []
  /// When the bytes came that are parsed.
  var time: Int64 = 0
  /// What would end a message now.
  var ending = Ending.message
  /// Whether the connection goes on as something else.
  private(set) var isTunnel = false

  /// Starts with nothing; the first exchange is called `number`.
  init(_ tally: StreamTally, from number: Int) {
    self.tally = tally
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

  /// What the next exchange is called.
  var nextNumber: Int { firstNumber + Int(count) }

  // MARK: Requests

  func requestStarted() -> UInt {
    count += 1
    openCount += 1
    unfinishedRequests += 1
    transactions[count] = HTTPTransaction(firstNumber + Int(count) - 1, at: time)
    return count
  }

  func requestLine(_ id: UInt, method: String, target: String, version: String) {
    guard let transaction = transactions[id] else { return }
    transaction.request.method = method
    transaction.request.target = target
    transaction.request.version = version
  }

  func requestFields(_ id: UInt, _ fields: [HTTPField]) {
    transactions[id]?.request.fields = fields
  }

  func requestBody(_ id: UInt, _ bytes: RawSpan) {
    guard let transaction = transactions[id] else { return }
    append(bytes, to: &transaction.request.body)
  }

  func requestHole(_ id: UInt, _ length: Int) {
    guard let transaction = transactions[id] else { return }
    Self.append(hole: length, to: &transaction.request.body)
  }

  func requestOver(_ id: UInt, contentLength: Int64?, isChunked: Bool) {
    guard let transaction = transactions[id], !transaction.isRequestOver else { return }
    transaction.isRequestOver = true
    unfinishedRequests -= 1
    transaction.request.last = time
    let body = transaction.request.body
    transaction.request.isComplete =
      body.holes.isEmpty && !transaction.request.method.isEmpty
      && isWhole(body, contentLength, isChunked, endsWithConnection: false)
    if !expectsReplies { over(id) }
  }

  // MARK: Replies

  func replyStarted(_ id: UInt) {
    guard let transaction = transactions[id] else {
      tally.counts.add(.strayReply)
      return
    }
    var reply = HTTPReply(0)
    reply.first = time
    reply.last = time
    transaction.reply = reply
  }

  func replyLine(_ id: UInt, status: Int, reason: String, version: String) {
    guard let transaction = transactions[id], transaction.reply != nil else { return }
    // One after an interim reply begins when its own line comes.
    if let interim = transaction.reply?.interim, interim > 0 { transaction.reply?.first = time }
    transaction.reply?.status = status
    transaction.reply?.reason = reason
    transaction.reply?.version = version
  }

  func interim(_ id: UInt) { transactions[id]?.reply?.interim += 1 }

  func replyFields(_ id: UInt, _ fields: [HTTPField]) {
    guard let transaction = transactions[id] else { return }
    transaction.reply?.fields = fields
    let status = transaction.reply?.status ?? 0
    if status == 101 || transaction.request.method == "CONNECT" && 200...299 ~= status {
      isTunnel = true
    }
  }

  func replyBody(_ id: UInt, _ bytes: RawSpan) {
    guard let transaction = transactions[id], var reply = transaction.reply.take() else { return }
    append(bytes, to: &reply.body)
    transaction.reply = reply
  }

  func replyHole(_ id: UInt, _ length: Int) {
    guard let transaction = transactions[id], var reply = transaction.reply.take() else { return }
    Self.append(hole: length, to: &reply.body)
    transaction.reply = reply
  }

  func replyOver(_ id: UInt, contentLength: Int64?, isChunked: Bool, hasBody: Bool) {
    guard let transaction = transactions[id], let reply = transaction.reply,
      !transaction.isReplyOver
    else { return }
    transaction.isReplyOver = true
    openCount -= 1
    if ending == .message { transaction.reply?.last = time }
    transaction.reply?.isComplete =
      reply.body.holes.isEmpty
      && (!hasBody || isWhole(reply.body, contentLength, isChunked, endsWithConnection: true))
  }

  // MARK: The end

  func over(_ id: UInt) {
    guard let transaction = transactions.removeValue(forKey: id) else { return }
    if !transaction.isReplyOver { openCount -= 1 }
    if !transaction.isRequestOver { unfinishedRequests -= 1 }
    finished.append(transaction)
  }

  /// Ends all that is not finished, in order; that the connection goes on as something else ends the last reply
  /// well.
  func close() {
    for id in transactions.keys.sorted() {
      guard let transaction = transactions[id] else { continue }
      if isTunnel, transaction.reply != nil {
        transaction.request.isComplete = true
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
