import CMicroHTTPD
import Glibc
import KymoCore

/// libmicrohttpd with a loop of our own, on one thread: requests in, answers out.
///
/// SAFETY: everything here is the HTTP thread's, which calls ``runOnce(atMost:)`` and is called back from within
/// it alone. A request is retained from ``begin`` until ``completed`` as the daemon's context for it, and a
/// socket's state likewise from its start to its close, so that whatever the daemon hands back is alive. A
/// connection is used only until `completed`: who keeps a request looks at `isOver`. Texts from the daemon are
/// copied before its callback returns, and answers by the daemon. ``stop()`` ends all callbacks before `deinit`.
@safe final class HTTPDaemon {
  let service: BridgeService
  let gate: WakeGate
  private let socket: UnsafeListeningSocket
  private let limits: ServerLimits
  private let isTLS: Bool
  /// How many connections there may be: what the limits say, or less if the system has no room for them.
  private let connections: Int
  /// Connections beyond that, so that they can be told why they are refused.
  private static let surplus = 64
  private let clock = MonotonicClock()
  private var daemon: OpaquePointer?
  /// Those that the daemon waits for, each at its place.
  private var suspended: [ServerRequest] = []
  private var poll: Int32 = -1
  /// The connections there are, by number.
  private var sockets: [UInt64: SocketState] = [:]
  private var socketCount: UInt64 = 0
  private var lastSweep: Int64 = 0
  /// Bytes of bodies that are being received.
  private var bodyBytes = 0

  init(
    _ configuration: ServerConfiguration,
    _ socket: UnsafeListeningSocket,
    _ service: BridgeService,
    _ gate: WakeGate
  ) {
    self.service = service
    self.gate = gate
    self.socket = socket
    limits = configuration.limits
    // Beside connections there are recordings, captures, and what the system needs.
    let available = UnsafeDescriptorLimit.raise(to: limits.connections + Self.surplus + 192)
    connections = max(1, min(limits.connections, available - Self.surplus - 128))
    isTLS = configuration.identity != nil
  }

  /// Starts to listen.
  func start(_ identity: ServerConfiguration.Identity?) throws(ServerError) {
    let flags = kymo_mhd_flags(identity == nil ? 0 : 1)
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    func launch(_ key: UnsafePointer<CChar>?, _ certificate: UnsafePointer<CChar>?)
      -> OpaquePointer?
    {
      unsafe kymo_mhd_start(
        flags,
        socket.descriptor,
        owner,
        { owner, _, _, method, _, data, size, context in
          guard let owner = unsafe owner, let size = unsafe size,
            let context = unsafe context?.pointee
          else { return .NO }
          let daemon = unsafe Unmanaged<HTTPDaemon>.fromOpaque(owner).takeUnretainedValue()
          let request = unsafe Unmanaged<ServerRequest>.fromOpaque(context).takeUnretainedValue()
          return unsafe daemon.handle(request, method, data, size)
        },
        { owner, target, connection in
          guard let owner = unsafe owner, let target = unsafe target,
            let connection = unsafe connection
          else { return nil }
          let daemon = unsafe Unmanaged<HTTPDaemon>.fromOpaque(owner).takeUnretainedValue()
          return unsafe Unmanaged.passRetained(daemon.begin(target, connection)).toOpaque()
        },
        { owner, _, context, _ in
          guard let owner = unsafe owner, let pointer = unsafe context?.pointee else { return }
          let daemon = unsafe Unmanaged<HTTPDaemon>.fromOpaque(owner).takeUnretainedValue()
          unsafe daemon.complete(Unmanaged<ServerRequest>.fromOpaque(pointer).takeRetainedValue())
          unsafe context?.pointee = nil
        },
        { owner, connection, context, moment in
          guard let owner = unsafe owner, let connection = unsafe connection,
            let context = unsafe context
          else { return }
          let daemon = unsafe Unmanaged<HTTPDaemon>.fromOpaque(owner).takeUnretainedValue()
          if kymo_mhd_is_start(moment) != 0 {
            let state = daemon.open(unsafe kymo_mhd_socket(connection))
            unsafe context.pointee = Unmanaged.passRetained(state).toOpaque()
          } else if let pointer = unsafe context.pointee {
            daemon.close(unsafe Unmanaged<SocketState>.fromOpaque(pointer).takeRetainedValue())
            unsafe context.pointee = nil
          }
        },
        UInt32(connections + Self.surplus),
        limits.headBytes,
        limits.idleSeconds,
        key,
        certificate
      )
    }
    if let identity {
      unsafe daemon = identity.key.withCString { key in
        unsafe identity.certificate.withCString { unsafe launch(key, $0) }
      }
    } else {
      unsafe daemon = launch(nil, nil)
    }
    guard let daemon = unsafe daemon else {
      throw .daemon(
        identity == nil
          ? "the system refuses a descriptor or memory"
          : "the key and the certificate do not belong together, or are no PEM"
      )
    }
    poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    for descriptor in [unsafe kymo_mhd_epoll(daemon), gate.descriptor] {
      var event = unsafe epoll_event()
      unsafe event.events = EPOLLIN.rawValue
      guard poll >= 0, unsafe epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
        throw .daemon("the system refuses a descriptor")
      }
    }
  }

  // MARK: The loop

  /// Does what there is to do, and then waits for more, or until `limit` ns have passed.
  func runOnce(atMost limit: Int64) {
    guard let daemon = unsafe daemon else { return }
    unsafe _ = MHD_run(daemon)
    service.work()
    if resume() { return }
    let now = clock.now
    if now - lastSweep > 500_000_000 { sweep(now) }
    var wait = min(limit, 500_000_000)
    let patience = unsafe kymo_mhd_patience(daemon)
    if patience == 0 { return }
    if patience > 0 { wait = min(wait, Int64(patience) * 1_000_000) }
    wait = min(wait, max(0, service.nextTimer - now))
    gate.prepare()
    service.work()
    if resume() {
      gate.clear()
      return
    }
    var event = unsafe epoll_event()
    unsafe _ = epoll_wait(poll, &event, 1, Int32((wait + 999_999) / 1_000_000))
    gate.clear()
  }

  /// Lets the daemon go on with what was answered.
  private func resume() -> Bool {
    guard !service.awakened.isEmpty else { return false }
    for request in service.awakened where request.isSuspended { resume(request) }
    service.awakened.removeAll(keepingCapacity: true)
    return true
  }

  /// Lets the daemon wait for an answer.
  private func suspend(_ request: ServerRequest) {
    request.isSuspended = true
    request.place = suspended.count
    suspended.append(request)
    unsafe MHD_suspend_connection(request.connection)
  }

  private func resume(_ request: ServerRequest) {
    request.isSuspended = false
    let last = suspended.removeLast()
    if last !== request {
      suspended[request.place] = last
      last.place = request.place
    }
    unsafe MHD_resume_connection(request.connection)
  }

  /// Takes no more connections.
  func quiesce() {
    if let daemon = unsafe daemon { Glibc.close(unsafe MHD_quiesce_daemon(daemon)) }
  }

  /// Whether nothing is being received or sent.
  var isIdle: Bool { service.openRequests == 0 }

  /// Ends everything; whoever still waits is told so.
  func stop() {
    while let request = suspended.last {
      request.stream?.isEnded = true
      service.finish(request, with: BridgeService.unavailable)
      resume(request)
    }
    service.awakened.removeAll()
    if let daemon = unsafe daemon { unsafe _ = MHD_run(daemon) }
    if let daemon = unsafe daemon { unsafe MHD_stop_daemon(daemon) }
    unsafe daemon = nil
    if poll >= 0 { Glibc.close(poll) }
    poll = -1
  }

  // MARK: Connections

  private func open(_ descriptor: Int32) -> SocketState {
    socketCount += 1
    var one: Int32 = 1
    unsafe _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    let isSurplus = sockets.count >= connections
    let state = SocketState(
      number: socketCount,
      descriptor: descriptor,
      began: clock.now,
      isSurplus: isSurplus
    )
    // What is told only that it is too many must not keep others from being told so.
    if isSurplus { state.began = clock.now - max(0, limits.requestNanoseconds - 1_000_000_000) }
    sockets[socketCount] = state
    service.counts.connections += 1
    return state
  }

  private func close(_ state: SocketState) {
    sockets[state.number] = nil
    service.tap?.closed(connection: state.number, at: service.now)
  }

  /// Ends connections whose requests take too long.
  private func sweep(_ now: Int64) {
    lastSweep = now
    for state in sockets.values {
      guard let began = state.began, now - began > limits.requestNanoseconds else { continue }
      service.counts.slow += 1
      sendPlain(
        state.isSurplus
          ? "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
          : "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        to: state
      )
      // The daemon sees its end, and lets it go.
      shutdown(state.descriptor, Int32(SHUT_RDWR))
      state.began = nil
    }
  }

  /// Sends what the daemon can not, since it waits for the rest of a request; nothing over TLS.
  private func sendPlain(_ text: StaticString, to state: SocketState) {
    if isTLS { return }
    unsafe _ = send(
      state.descriptor,
      text.utf8Start,
      text.utf8CodeUnitCount,
      Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    )
  }

  private func state(of connection: OpaquePointer) -> SocketState? {
    unsafe kymo_mhd_socket_context(connection).map {
      unsafe Unmanaged<SocketState>.fromOpaque($0).takeUnretainedValue()
    }
  }

  // MARK: Requests

  private func begin(_ target: UnsafePointer<CChar>, _ connection: OpaquePointer) -> ServerRequest {
    service.openRequests += 1
    let bytes = unsafe UnsafeBufferPointer(start: target, count: strlen(target))
    let state = unsafe state(of: connection)
    let number = state?.number ?? 0
    // One that follows another has as long to come as the first.
    if let state, let began = state.began { state.began = min(began, clock.now) }
    return unsafe ServerRequest(
      target: unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe Array($0) },
      arrival: clock.now,
      connection: connection,
      connectionNumber: number
    )
  }

  private func complete(_ request: ServerRequest) {
    request.isOver = true
    service.openRequests -= 1
    bodyBytes -= request.body.count
    // Its next request has as long to come as a connection may be silent.
    let state = unsafe kymo_mhd_socket_context(request.connection)
    if let state = unsafe state {
      unsafe Unmanaged<SocketState>.fromOpaque(state).takeUnretainedValue().began =
        clock.now + Int64(limits.idleSeconds) * 1_000_000_000
    }
    service.ended(request)
  }

  private func handle(
    _ request: ServerRequest,
    _ method: UnsafePointer<CChar>?,
    _ data: UnsafePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    if !request.hasHead { return unsafe takeHead(request, method) }
    if unsafe size.pointee > 0 {
      unsafe takeBody(request, data, size)
      guard request.received > 8 * limits.bodyBytes else { return .YES }
      if let state = unsafe state(of: request.connection) {
        sendPlain(
          "HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
          to: state
        )
      }
      return .NO
    }
    if request.isSuspended || request.isQueued { return .YES }
    if request.answer == nil, request.stream == nil {
      unsafe state(of: request.connection)?.began = nil
      service.handle(request)
      if request.stream == nil { note(request) }
    }
    if request.stream != nil { return open(request) }
    if request.answer != nil { return queue(request) }
    suspend(request)
    return .YES
  }

  private func takeHead(
    _ request: ServerRequest,
    _ method: UnsafePointer<CChar>?
  ) -> MHD_Result {
    request.hasHead = true
    let name = unsafe method.map { unsafe String(cString: $0) } ?? ""
    request.method = HTTPMethod(name)
    request.methodName = name
    if unsafe state(of: request.connection)?.isSurplus ?? false {
      request.answer = .text(503, "there are \(connections) connections already")
      request.answer?.closes = true
    } else {
      request.answer = service.guardian.refusal(of: request) { self.field($0, of: request) }
      if request.answer == nil { request.answer = sizeRefusal(request) }
    }
    guard request.answer != nil else {
      request.prefersEvents = field("Prefer", of: request).map(Self.prefersEvents) ?? false
      // A call needs none of them, and there are many calls.
      if !request.target.starts(with: "/call".utf8) || !service.configuration.origins.isEmpty {
        request.host = field("Host", of: request)
        request.origin = field("Origin", of: request)
        request.lastEvent = field("Last-Event-ID", of: request)
      }
      return .YES
    }
    request.isRefused = true
    service.counts.refused += 1
    // What still comes is not read.
    if hasBody(request) {
      request.answer?.closes = true
      return queue(request)
    }
    return .YES
  }

  /// Whether a list of preferences has RFC 7240's `respond-async`.
  private static func prefersEvents(_ list: String) -> Bool {
    list.split(separator: ",").contains {
      $0.split(separator: ";")[0].filter { $0 != " " }.lowercased() == "respond-async"
    }
  }

  private func hasBody(_ request: ServerRequest) -> Bool {
    field("Transfer-Encoding", of: request) != nil
      || (field("Content-Length", of: request).map { $0 != "0" } ?? false)
  }

  /// Why a body is not read; nil if it is.
  private func sizeRefusal(_ request: ServerRequest) -> HTTPAnswer? {
    guard unsafe kymo_mhd_is_sound(request.connection) != 0 else {
      return Self.closing(
        .text(400, "a line of the header is no NAME: VALUE, or there are two hosts or codings")
      )
    }
    let coding = field("Transfer-Encoding", of: request)
    let length = field("Content-Length", of: request)
    if coding != nil, length != nil {
      return Self.closing(.text(400, "a body has a length or a transfer coding, not both"))
    }
    if let coding, coding.lowercased() != "chunked" {
      return Self.closing(.text(501, "the only transfer coding that is known is chunked"))
    }
    if let length {
      guard count(of: "Content-Length", in: request) == 1, let bytes = Int(length), bytes >= 0,
        length.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { return Self.closing(.text(400, "Content-Length is no number")) }
      if bytes > limits.bodyBytes {
        return Self.closing(.text(413, "a body may have \(limits.bodyBytes) bytes"))
      }
    }
    return nil
  }

  private static func closing(_ answer: HTTPAnswer) -> HTTPAnswer {
    var answer = answer
    answer.closes = true
    return answer
  }

  private func takeBody(
    _ request: ServerRequest,
    _ data: UnsafePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>
  ) {
    let count = unsafe size.pointee
    unsafe size.pointee = 0
    request.received += count
    guard let data = unsafe data, request.answer == nil else { return }
    var refusal: HTTPAnswer?
    if request.received > limits.bodyBytes {
      refusal = .text(413, "a body may have \(limits.bodyBytes) bytes")
    } else if bodyBytes + count > limits.allBodyBytes {
      refusal = .text(503, "the bodies that are being received have \(limits.allBodyBytes) bytes")
    }
    if let refusal {
      bodyBytes -= request.body.count
      request.body = []
      request.answer = Self.closing(refusal)
      service.counts.refused += 1
      return
    }
    bodyBytes += count
    let bytes = unsafe UnsafeBufferPointer(start: data, count: count)
    unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe request.body.append(contentsOf: $0) }
  }

  /// A line of the header; nil if it is not there.
  func field(_ name: StaticString, of request: ServerRequest) -> String? {
    let start = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    return unsafe kymo_mhd_field(request.connection, start).map { unsafe String(cString: $0) }
  }

  private final class Header {
    var bytes: [UInt8] = []

    func append(_ text: UnsafePointer<CChar>?, _ end: String) {
      if let text = unsafe text {
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
        unsafe self.bytes.append(contentsOf: bytes)
      }
      bytes.append(contentsOf: end.utf8)
    }
  }

  /// The lines of the header as they stand there, each with its end.
  private func header(of request: ServerRequest) -> [UInt8] {
    let header = Header()
    header.bytes.reserveCapacity(512)
    unsafe kymo_mhd_fields(
      request.connection,
      { context, _, name, value in
        guard let context = unsafe context, let name = unsafe name else { return .YES }
        let header = unsafe Unmanaged<Header>.fromOpaque(context).takeUnretainedValue()
        unsafe header.append(name, ": ")
        unsafe header.append(value, "\r\n")
        return .YES
      },
      Unmanaged.passUnretained(header).toOpaque()
    )
    return header.bytes
  }

  private func count(of name: StaticString, in request: ServerRequest) -> Int {
    let start = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    return Int(unsafe kymo_mhd_field_count(request.connection, start))
  }

  private func note(_ request: ServerRequest) {
    guard let tap = service.tap else { return }
    request.isTold = true
    tap.received(
      connection: request.connectionNumber,
      from: unsafe UnsafeClientAddress(kymo_mhd_client(request.connection)).client,
      ServedRequest(
        method: request.methodName,
        target: request.target,
        header: header(of: request),
        isChunked: !request.body.isEmpty && field("Transfer-Encoding", of: request) != nil,
        body: request.body
      ),
      at: service.now
    )
  }

  // MARK: Answers

  private func queue(_ request: ServerRequest) -> MHD_Result {
    guard var answer = request.answer else { return .NO }
    let file = unsafe answer.file.flatMap { unsafe fileResponse($0) }
    if answer.file != nil, unsafe file == nil {
      answer = .text(404, "the file is not there any more")
    }
    if service.isStopping { answer.closes = true }
    if answer.closes { answer.add("Connection", "close") }
    answer.add("Date", service.date)
    request.isQueued = true
    let result: MHD_Result
    let response =
      unsafe file
      ?? answer.body.withUnsafeBytes { bytes in
        unsafe kymo_mhd_response(bytes.baseAddress, bytes.count)
      }
    guard let response = unsafe response else { return .NO }
    for field in answer.fields {
      unsafe _ = MHD_add_response_header(response, field.name, field.value)
    }
    unsafe result = MHD_queue_response(request.connection, UInt32(answer.status), response)
    unsafe MHD_destroy_response(response)
    service.counts.count(answer.status)
    if request.isTold { tell(answer, request) }
    request.answer = answer
    return result
  }

  /// Tells who writes down what is sent: no body for `HEAD`, and the bytes of a file.
  private func tell(_ answer: HTTPAnswer, _ request: ServerRequest) {
    guard let tap = service.tap else { return }
    var told = answer
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

  /// A response with the bytes of a file; nil if it is gone.
  private func fileResponse(_ path: String) -> OpaquePointer? {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0,
      let response = unsafe MHD_create_response_from_fd64(UInt64(status.st_size), descriptor)
    else {
      Glibc.close(descriptor)
      return nil
    }
    return unsafe response
  }

  /// Answers with a stream of events.
  private func open(_ request: ServerRequest) -> MHD_Result {
    guard let stream = request.stream else { return .NO }
    request.isQueued = true
    stream.suspend = { [weak self] request in self?.suspend(request) }
    let response = unsafe MHD_create_response_from_callback(
      UInt64.max,
      16_384,
      { context, _, buffer, room in
        guard let context = unsafe context, let buffer = unsafe buffer else { return -2 }
        let stream = unsafe Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
        let bytes = stream.take(upTo: room)
        if bytes.isEmpty {
          // -1 is the end of the stream.
          if stream.isEnded { return -1 }
          if let request = stream.request, !request.isSuspended {
            stream.suspend?(request)
          }
          return 0
        }
        unsafe bytes.withUnsafeBytes { source in
          guard let start = source.baseAddress else { return }
          unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: source.count)
        }
        return bytes.count
      },
      Unmanaged.passRetained(stream).toOpaque(),
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<EventStream>.fromOpaque(context).release()
        }
      }
    )
    guard let response = unsafe response else { return .NO }
    for (name, value) in stream.fields {
      unsafe _ = MHD_add_response_header(response, name, value)
    }
    unsafe MHD_add_response_header(response, "Date", service.date)
    let result = unsafe MHD_queue_response(request.connection, 200, response)
    unsafe MHD_destroy_response(response)
    service.counts.count(200)
    return result
  }
}
