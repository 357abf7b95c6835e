import KymoBridge
import KymoCore
import KymoHTTP
import KymoText

/// Which path is what.
extension BridgeService {
  /// Answers a request that is whole, or lets it wait.
  func handle(_ request: ServerRequest) {
    if recorded != nil {
      let answer = recorded?.answer(to: request)
      return finish(request, with: answer ?? .text(404, "no such request was captured"))
    }
    // A session that was opened meanwhile is there for whoever was told of it.
    if session == nil { adopt() }
    let path = request.path
    if request.method == .options { return finish(request, with: preflight()) }
    if path.elementsEqual("/call".utf8) { return call(request) }
    if path.elementsEqual("/bridge/queue".utf8) {
      return only(.post, request) { self.takeQueue(request) }
    }
    if path.elementsEqual("/sensors".utf8) {
      return only(.post, request) { self.takeSensors(request) }
    }
    if configuration.uploads != nil, path.elementsEqual(ServerUploads.path.utf8) {
      return only(.post, request) { self.finishUpload(request) }
    }
    if path.elementsEqual("/bridge/events".utf8) {
      return only(.get, request) { self.listen(request) }
    }
    if path.elementsEqual("/recording".utf8) {
      return only(.post, request) { self.record(request) }
    }
    guard request.method == .get || request.method == .head else {
      var answer = HTTPAnswer.text(405, "this takes GET or HEAD")
      answer.add("Allow", "GET, HEAD")
      return finish(request, with: answer)
    }
    if path.starts(with: "/Squeeze.svc/".utf8) { return finish(request, with: shorten(request)) }
    if path.starts(with: "/s/".utf8) { return finish(request, with: expand(path.dropFirst(3))) }
    if path.elementsEqual("/metrics".utf8) { return finish(request, with: metricsAnswer()) }
    if path.elementsEqual("/status".utf8) { return finish(request, with: statusAnswer()) }
    if path.starts(with: "/recordings/".utf8) {
      return finish(request, with: recording(path.dropFirst(12)))
    }
    finish(request, with: page(request))
  }

  private func only(_ method: HTTPMethod, _ request: ServerRequest, _ body: () -> Void) {
    guard request.method != method else { return body() }
    var answer = HTTPAnswer.text(405, "this takes \(method == .post ? "POST" : "GET")")
    answer.add("Allow", method == .post ? "POST, OPTIONS" : "GET, OPTIONS")
    finish(request, with: answer)
  }

  /// Says what pages of the origins that are listed may do.
  private func preflight() -> HTTPAnswer {
    var answer = HTTPAnswer(204)
    answer.add("Allow", "GET, HEAD, POST, OPTIONS")
    answer.add("Access-Control-Allow-Methods", "GET, POST")
    answer.add(
      "Access-Control-Allow-Headers",
      "Authorization, Content-Type, Last-Event-ID, Prefer"
    )
    answer.add("Access-Control-Max-Age", "600")
    return answer
  }

  /// Lets the page that asks read the answer, if it is one of another origin that may.
  func allowingOrigin(_ answer: HTTPAnswer, _ request: ServerRequest) -> HTTPAnswer {
    guard !configuration.origins.isEmpty, let origin = request.origin, guardian.isListed(origin)
    else { return answer }
    var answer = answer
    answer.add("Access-Control-Allow-Origin", origin)
    answer.add("Access-Control-Expose-Headers", "\(EventStamp.field), \(EventStamp.outcomeField)")
    answer.add("Vary", "Origin")
    return answer
  }

  // MARK: Pages

  private func page(_ request: ServerRequest) -> HTTPAnswer {
    if guardian.hasTokenInQuery(request), let cookie = guardian.cookie {
      // So that the token stands in no address that is copied or sent on.
      var answer = HTTPAnswer(303)
      answer.add("Location", "/")
      answer.add("Set-Cookie", cookie)
      return answer
    }
    guard var name = PercentEscapes.decode(request.path) else {
      return .text(400, "a path is UTF-8, with percent escapes")
    }
    if name.hasSuffix("/") { name += "index.html" }
    guard let page = configuration.pages[name] else {
      return .text(404, "there is no such file")
    }
    var answer = HTTPAnswer(200, type: page.type, page.bytes)
    answer.add("Cache-Control", "no-cache")
    answer.add("X-Content-Type-Options", "nosniff")
    answer.add("Referrer-Policy", "no-referrer")
    answer.add(
      "Content-Security-Policy",
      "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"
    )
    return answer
  }

  private func recording(_ name: ArraySlice<UInt8>) -> HTTPAnswer {
    let name = String(decoding: name, as: UTF8.self)
    guard let recording = shared.recordings.first(where: { $0.name == name }) else {
      return .text(404, "there is no finished recording of that name")
    }
    var answer = HTTPAnswer(200)
    answer.file = recording.path
    answer.add("Content-Type", "application/octet-stream")
    answer.add("Content-Disposition", "attachment; filename=\"\(name)\"")
    return answer
  }

  /// Starts or stops a recording: the next session begins.
  private func record(_ request: ServerRequest) {
    guard let session else { return finish(request, with: Self.unavailable) }
    guard session.info.canRecord else {
      return finish(request, with: .text(409, "clients cannot record here: see --recordings"))
    }
    let order: ServerOrder
    switch action(request.body) {
    case "start": order = .record
    case "stop": order = .stopRecording
    default:
      return finish(
        request,
        with: .text(400, #"the body is {"action":"start"} or {"action":"stop"}"#)
      )
    }
    let isRecorded = session.info.recording != nil && session.info.recordingFailure() == nil
    guard (order == .record) != isRecorded else {
      return finish(request, with: statusAnswer())
    }
    switching.append(request)
    end(order)
  }

  /// Returns the action that a body asks for; nil if it does not say.
  private func action(_ body: [UInt8]) -> String? {
    guard parse(body) == nil, document.kind(of: document.root) == .object else { return nil }
    return document.member("action", of: document.root).flatMap { document.string(of: $0) }
  }

  // MARK: The shortening service

  /// `GET /Squeeze.svc/text/KEY?url=LONG`: the short URL as plain text.
  private func shorten(_ request: ServerRequest) -> HTTPAnswer {
    let scheme = configuration.identity == nil ? "http" : "https"
    let (status, text) = shortener.answer(
      path: request.path,
      query: request.query,
      base: "\(scheme)://\(request.host ?? configuration.address)/s/"
    )
    if status != 200 { return .text(UInt16(status), text) }
    return HTTPAnswer(200, type: "text/plain; charset=us-ascii", Array(text.utf8))
  }

  private func expand(_ key: ArraySlice<UInt8>) -> HTTPAnswer {
    guard let url = shortener.url(for: String(decoding: key, as: UTF8.self)) else {
      return .text(404, "there is no such short URL")
    }
    var answer = HTTPAnswer(302)
    answer.add("Location", url)
    return answer
  }

  // MARK: Events

  private func listen(_ request: ServerRequest) {
    guard !isStopping else { return finish(request, with: Self.unavailable) }
    guard streams.count < configuration.limits.eventStreams else {
      return finish(
        request,
        with: .text(503, "there are \(configuration.limits.eventStreams) listeners already")
      )
    }
    var last = request.lastEvent
    if last == nil, request.query.starts(with: "after=".utf8) {
      last = String(decoding: request.query.dropFirst(6), as: UTF8.self)
    }
    if let last, UInt64(last) == nil {
      return finish(request, with: .text(400, "Last-Event-ID is the number of an event"))
    }
    let origin = request.origin.flatMap { guardian.isListed($0) ? $0 : nil }
    let stream = EventStream(request, log, after: last.flatMap { UInt64($0) }, allowing: origin)
    request.listen(to: stream)
    streams.append(stream)
  }
}
