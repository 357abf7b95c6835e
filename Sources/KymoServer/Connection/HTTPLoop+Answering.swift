import KymoHTTP
import KymoPoll

/// From answers to bytes.
extension HTTPLoop {
  /// Bodies of so many bytes go with their heads.
  private static let shortBody = 16_384
  /// How much of a stream is taken at a time, in bytes.
  private static let streamBytes = 16_384

  /// Goes on with a request that the service has looked at: it is answered, or it waits.
  func proceed(_ connection: HTTPConnection, _ request: ServerRequest) {
    if request.isAnswered { return respond(connection, request) }
    if let stream = request.stream {
      if connection.isReceiving { return open(connection, request, stream) }
      return pump(connection, request, stream)
    }
    if request.isPending {
      request.suspend()
      connection.phase = .waiting(request)
    }
  }

  /// Sends the answer of a request.
  func respond(_ connection: HTTPConnection, _ request: ServerRequest) {
    guard let (answer, isOfService) = request.takeAnswer() else { return }
    send(connection, request, answer, isTold: isOfService)
  }

  /// Sends an answer, to a request or to bytes that are none.
  ///
  /// - Parameters:
  ///   - connection: where to.
  ///   - request: what it answers; nil for bytes that are none.
  ///   - answer: what is said.
  ///   - isTold: whether who writes exchanges down was told of the request, and so is told of this.
  func send(
    _ connection: HTTPConnection,
    _ request: ServerRequest?,
    _ answer: consuming HTTPAnswer,
    isTold: Bool = false
  ) {
    let file = answer.file.flatMap { SentFile($0) }
    if answer.file != nil, file == nil { answer = .text(404, "the file is not there any more") }
    if service.isStopping || request?.keepsAlive == false { answer.closes = true }
    service.counts.count(answer.status)
    // Those that took too long are counted as such.
    if answer.isRefusal, answer.status != 408 { service.counts.refused += 1 }
    if let request, isTold { tell(answer, request) }
    output.removeAll(keepingCapacity: true)
    ResponseHead.append(
      to: &output,
      status: answer.status,
      fields: answer.fields,
      date: service.date,
      framing: .length(file?.count ?? answer.body.count),
      persistence: answer.closes ? .closes : request?.minorVersion == 0 ? .saysKeeps : .keeps
    )
    var body = Outbox.Body.none
    if request?.method != .head {
      if let file {
        body = .file(file)
      } else if answer.body.count <= Self.shortBody {
        output += answer.body
      } else {
        body = .bytes(answer.body)
      }
    }
    connection.phase = .sending(request, closes: answer.closes)
    connection.lastMove = now
    if sendOutput(connection, body) { sent(connection, request, closes: answer.closes) }
  }

  /// Sends what was written to ``output``, and what follows.
  ///
  /// - Returns: whether all of it is sent; what cannot go now goes later, unless the connection is over.
  private func sendOutput(_ connection: HTTPConnection, _ body: Outbox.Body) -> Bool {
    if connection.outbox.isEmpty, case .none = body {
      switch connection.transport.send(output, from: 0) {
      case .bytes(let count):
        connection.lastMove = now
        if count == output.count { return true }
        connection.outbox.append(output[count...])
      case .blocked: connection.outbox.append(output[...])
      case .ended, .failed:
        close(connection)
        return false
      }
    } else {
      connection.outbox.append(output[...])
      connection.outbox.body = body
    }
    return push(connection)
  }

  /// Sends what is left.
  ///
  /// - Returns: whether nothing is left.
  func push(_ connection: HTTPConnection) -> Bool {
    let (progress, moved) = connection.outbox.send(by: connection.transport, fileBuffer)
    if moved { connection.lastMove = now }
    switch progress {
    case .done, .blocked: break
    case .paused: putOff(connection)
    case .failed: close(connection)
    }
    return progress == .done
  }

  /// Sends what is left, and goes on if nothing is.
  func flush(_ connection: HTTPConnection) {
    guard !connection.outbox.isEmpty, push(connection) else { return }
    switch connection.phase {
    case .sending(let request, let closes): sent(connection, request, closes: closes)
    case .streaming(let request): proceed(connection, request)
    case .handshake, .receiving, .waiting, .lingering, .closed: break
    }
    advance(connection)
  }

  /// An answer is sent.
  private func sent(_ connection: HTTPConnection, _ request: ServerRequest?, closes: Bool) {
    if let request { end(request) }
    connection.phase = .receiving(nil, since: nil)
    if closes { leave(connection) }
  }

  /// Tells who writes down what is sent: no body for `HEAD`, and the bytes of a file.
  private func tell(_ answer: HTTPAnswer, _ request: ServerRequest) {
    guard let tap = service.tap else { return }
    var told = answer
    if told.closes { told.add("Connection", "close") }
    told.add("Date", service.date)
    if let path = answer.file {
      guard let bytes = UnsafeToldFile.bytes(path) else {
        // What is too long to be kept is left out with the rest of its connection.
        return tap.closed(connection: request.connectionNumber, at: service.now)
      }
      told.body = bytes
    }
    if request.method == .head {
      told.add("Content-Length", "\(told.body.count)")
      told.body = []
    }
    tap.answered(connection: request.connectionNumber, told, at: service.now)
  }

  // MARK: Streams

  /// Begins a stream of events.
  private func open(
    _ connection: HTTPConnection,
    _ request: ServerRequest,
    _ stream: EventStream
  ) {
    service.counts.count(200)
    output.removeAll(keepingCapacity: true)
    ResponseHead.append(
      to: &output,
      status: 200,
      fields: stream.fields,
      date: service.date,
      framing: request.minorVersion == 0 ? .untilEnd : .chunked,
      persistence: request.outlivesStream ? .keeps : .closes
    )
    connection.phase = .streaming(request)
    if sendOutput(connection, .none) { pump(connection, request, stream) }
  }

  /// Sends events, until there are none or no more can go.
  private func pump(
    _ connection: HTTPConnection,
    _ request: ServerRequest,
    _ stream: EventStream
  ) {
    guard connection.outbox.isEmpty else { return }
    while true {
      let bytes = stream.take(upTo: Self.streamBytes)
      guard !bytes.isEmpty else { break }
      output.removeAll(keepingCapacity: true)
      if request.minorVersion == 0 {
        output += bytes
      } else {
        HTTPEncoder.appendChunk(bytes, to: &output)
      }
      guard sendOutput(connection, .none) else { return }
    }
    guard stream.isEnded else { return request.suspend() }
    let closes = !request.outlivesStream || service.isStopping
    connection.phase = .sending(request, closes: closes)
    output.removeAll(keepingCapacity: true)
    if request.minorVersion > 0 { HTTPEncoder.appendChunk([], to: &output) }
    if output.isEmpty || sendOutput(connection, .none) {
      sent(connection, request, closes: closes)
    }
  }
}
