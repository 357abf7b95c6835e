import KymoCore
import KymoHTTP
import KymoMCAP
import KymoPoll

/// From bytes to requests.
extension HTTPLoop {
  /// How often a connection is read from before others have their turn.
  private static let readsAtOnce = 8
  /// How many requests of a connection are read before others have their turn.
  private static let requestsAtOnce = 16
  /// How long a connection that was answered its last may still send, in ns.
  private static let lingerNanoseconds: Int64 = 2_000_000_000

  /// Goes on with TLS, and then with requests.
  func shakeHands(_ connection: HTTPConnection) {
    guard case .handshake(let since) = connection.phase else { return }
    switch connection.transport.shakeHands() {
    case .bytes:
      connection.phase = .receiving(nil, since: since)
      receive(connection)
    case .blocked: if connection.transport.hasUnread { putOff(connection) }
    case .ended, .failed: close(connection)
    }
  }

  /// Goes on with what was received already, and then with what the system has; before that with what is being sent.
  func advance(_ connection: HTTPConnection) {
    if case .handshake = connection.phase { return shakeHands(connection) }
    if connection.outbox.hasPaused { return flush(connection) }
    if connection.isReceiving, !connection.surplus.isEmpty {
      let (bytes, place) = (connection.surplus, connection.surplusPlace)
      let count = bytes.withRawSpan { consume(connection, $0.extracting(place..<bytes.count)) }
      connection.surplusPlace = place + count
      if connection.surplusPlace == bytes.count {
        connection.surplus = []
        connection.surplusPlace = 0
      }
    }
    receive(connection)
  }

  /// Reads what there is, as long as it is wanted.
  func receive(_ connection: HTTPConnection) {
    var reads = 0
    while connection.isReadable, connection.wantsInput, connection.surplus.isEmpty {
      guard reads < Self.readsAtOnce else { return putOff(connection) }
      reads += 1
      switch connection.transport.receive(into: input) {
      case .bytes(let count):
        connection.lastMove = now
        // What follows is told of anew, but for an end that was told of already.
        if count < input.capacity, !connection.transport.keepsBytes, !connection.seesEnd {
          connection.isReadable = false
        }
        take(connection, count)
      case .blocked: connection.isReadable = connection.transport.hasUnread
      case .ended:
        connection.isReadable = false
        connection.hasEnded = true
      case .failed: return close(connection)
      }
    }
    if connection.hasEnded, connection.wantsInput, connection.surplus.isEmpty { close(connection) }
  }

  /// Takes the first bytes of the buffer.
  private func take(_ connection: HTTPConnection, _ count: Int) {
    if case .lingering(let left, let end) = connection.phase {
      if count > left { return close(connection) }
      connection.phase = .lingering(bytes: left - count, until: end)
      return
    }
    input.withBytes(count) { bytes in
      let consumed = consume(connection, bytes)
      if consumed < count {
        connection.surplus.append(copying: bytes.extracting(consumed..<count))
      }
    }
  }

  /// Reads requests out of bytes, as long as one can be received, and it is this connection's turn.
  ///
  /// - Returns: how many bytes were read.
  private func consume(_ connection: HTTPConnection, _ bytes: RawSpan) -> Int {
    var (place, requests) = (0, 0)
    while case .receiving(let request, let since) = connection.phase {
      guard requests < Self.requestsAtOnce || place == bytes.byteCount else {
        putOff(connection)
        return place
      }
      switch connection.reader.next(bytes, &place) {
      case .more:
        if since == nil, !connection.reader.isBetweenRequests {
          connection.phase = .receiving(request, since: now)
        }
        goOn(connection, request)
        return place
      case .head: takeHead(connection, since: since ?? now)
      case .body(let range):
        guard let request else { break }
        takeBody(connection, request, bytes.extracting(range))
      case .end:
        requests += 1
        guard let request else { break }
        takeEnd(connection, request)
      case .fault(let fault): refuse(connection, fault)
      }
    }
    // What follows a connection's last request is not read.
    switch connection.phase {
    case .lingering, .closed, .sending(_, closes: true): return bytes.byteCount
    default: return place
    }
  }

  /// Tells a client that waits for it that its body is wanted; one that has begun to send it does not wait.
  private func goOn(_ connection: HTTPConnection, _ request: ServerRequest?) {
    guard let request, request.goOn() else { return }
    connection.outbox.append(ResponseHead.goOn[...])
    _ = push(connection)
  }

  // MARK: Parts

  private func takeHead(_ connection: HTTPConnection, since: Int64) {
    let head = connection.reader.head
    let request = ServerRequest(
      head,
      arrival: clock.now,
      connection: connection.token,
      connectionNumber: connection.number,
      readsOrigins: !service.configuration.origins.isEmpty,
      keepsHeader: service.tap != nil
    )
    openRequests += 1
    connection.phase = .receiving(request, since: since)
    guard var refusal = refusal(of: request, connection, head) ?? uploadRefusal(of: request)
    else { return }
    guard head.framing != .none else { return request.refuse(with: refusal) }
    // What still comes of it is not read.
    refusal.closes = true
    refuse(connection, request, with: refusal)
  }

  /// Lets a request whose body is one of a recorder write it to a file.
  ///
  /// - Returns: what it is answered with if it may not; nil if it may, or is another request.
  private func uploadRefusal(of request: ServerRequest) -> HTTPAnswer? {
    guard request.framing != .none, service.isUpload(request) else { return nil }
    return service.beginUpload(request).map { service.allowingOrigin($0, request) }
  }

  /// Why a request is answered by its head alone; nil if it is not.
  private func refusal(
    of request: ServerRequest,
    _ connection: HTTPConnection,
    _ head: RequestHead
  ) -> HTTPAnswer? {
    if connection.isSurplus {
      service.counts.overflows += 1
      var answer = HTTPAnswer.text(503, "there are \(capacity) connections already")
      answer.closes = true
      return answer
    }
    if let scheme = head.scheme, !service.guardian.isOwn(scheme, head.text(.host) ?? "", port) {
      return .text(421, "this server speaks \(service.guardian.scheme), on port \(port)")
    }
    if let refusal = service.guardian.refusal(of: request, { head.text($0) }) { return refusal }
    guard head.framing != .none, service.recorded == nil,
      head.fields.contains(where: { $0.known == .contentEncoding && !head.isIdentity($0) })
    else { return nil }
    var answer = HTTPAnswer.text(415, "a body with Content-Encoding is not supported")
    answer.add("Accept-Encoding", "identity")
    return answer
  }

  private func takeBody(_ connection: HTTPConnection, _ request: ServerRequest, _ bytes: RawSpan) {
    if let upload = request.upload {
      guard !upload.isOver, var answer = service.takeUpload(upload, bytes) else { return }
      answer.closes = true
      return refuse(connection, request, with: service.allowingOrigin(answer, request))
    }
    guard bodyBytes + bytes.byteCount <= limits.allBodyBytes else {
      service.counts.overflows += 1
      var answer = HTTPAnswer.text(
        503,
        "the bodies that are being received have \(limits.allBodyBytes) bytes"
      )
      answer.closes = true
      return refuse(connection, request, with: answer)
    }
    bodyBytes += bytes.byteCount
    request.receive(bytes)
  }

  private func takeEnd(_ connection: HTTPConnection, _ request: ServerRequest) {
    if request.handle() {
      service.handle(request)
      if request.stream == nil, request.upload == nil { note(request, of: connection) }
    }
    proceed(connection, request)
  }

  private func note(_ request: ServerRequest, of connection: HTTPConnection) {
    service.tap?.received(
      connection: connection.number,
      from: connection.client,
      ServedRequest(
        method: request.methodName,
        target: request.target,
        header: request.header,
        isChunked: !request.body.isEmpty && request.framing == .chunked,
        body: request.body
      ),
      at: service.now
    )
  }

  // MARK: Refusals

  /// Answers a request that the service does not see.
  private func refuse(
    _ connection: HTTPConnection,
    _ request: ServerRequest,
    with answer: HTTPAnswer
  ) {
    request.refuse(with: answer)
    respond(connection, request)
  }

  /// Says what is wrong, once, and reads no further request.
  private func refuse(_ connection: HTTPConnection, _ fault: RequestFault) {
    let reason: String
    switch fault {
    case .bodyTooLong: reason = "a body may have \(connection.reader.bodyBytes) bytes"
    case .headTooLong, .targetTooLong:
      reason = "\(fault.reason): it may have \(limits.headBytes) bytes"
    default: reason = fault.reason
    }
    sayLast(connection, .text(fault.status, reason))
  }

  /// Ends a connection whose request takes too long.
  func giveUp(_ connection: HTTPConnection) {
    if connection.isSurplus {
      service.counts.overflows += 1
      return sayLast(connection, .text(503, "there are \(capacity) connections already"))
    }
    service.counts.slow += 1
    sayLast(connection, .text(408, "the request took too long to arrive"))
  }

  private func sayLast(_ connection: HTTPConnection, _ answer: HTTPAnswer) {
    var answer = answer
    answer.closes = true
    if case .receiving(let request?, _) = connection.phase {
      return refuse(connection, request, with: answer)
    }
    send(connection, nil, answer)
  }

  /// Lets a connection go that was answered its last: at once if nothing can come any more, later if something may.
  func leave(_ connection: HTTPConnection) {
    connection.transport.shutdownWriting()
    connection.surplus = []
    connection.surplusPlace = 0
    if connection.hasEnded { return close(connection) }
    connection.phase = .lingering(
      bytes: max(
        8 * limits.bodyBytes,
        service.configuration.uploads == nil ? 0 : limits.uploadBytes
      ),
      until: now + Self.lingerNanoseconds
    )
  }
}
