import KymoBridge
import KymoCore
import KymoMCAP
public import KymoRecording

/// Between a page and the native side: hands outcomes and sensors to the page, and its calls to the dispatcher.
///
/// Everything happens on the dispatching thread. The link connects what has a job each: the ``traffic`` of messages, the
/// named ``handlers``, what the page ``fetches`` and what it asks in ``dialogs``; and it counts what came of them.
public final class PageLink {
  /// The page.
  public let view: WebView
  /// The messages, with their faults, their ledger and their digest.
  public internal(set) var traffic: PageTraffic
  /// The bridge of named handlers; used if the page asks for it.
  public let handlers: PageHandlers
  /// The dialect of today that the page speaks; nil if it speaks none.
  public let dialect: PageDialect?
  /// The phone behind the dialect.
  var device: DeviceTable
  /// The answers of scripted plugins that are due later.
  var plugins = PluginAnswers()
  /// How many calls the phone or a scripted plugin took, by command.
  public internal(set) var deviceCalls: [String: UInt64] = [:]
  /// The page's fetches.
  public private(set) var fetches: PageFetches
  /// The page's questions to its user.
  public internal(set) var dialogs: PageDialogs
  /// How often faults, or the page itself, have loaded it anew.
  public private(set) var reloads = PageReloads()
  /// The sensors that the page listens to.
  public private(set) var sensors = PageSensors()
  /// The exceptions that nobody caught.
  public private(set) var exceptions = PageExceptions()
  /// What a person and the phone do to the page.
  public var inputs = PageInputs()
  /// How long things took.
  public let times: PageTimes
  /// Why the run cannot go on.
  public internal(set) var failure: WebViewError?
  /// Whether the page gets no more turns: the run is over, or is to end.
  public var isOver = false
  /// Told when the page works; not held.
  public weak var watcher: (any PageWatcher)?
  /// Keeps the page's calls with their answers, if somebody compares them.
  public var exchanges: PageExchanges? {
    didSet { exchanges?.now = { [unowned self] in now } }
  }
  /// Called for every message that arrives.
  public var onMessage: ((PageMessage) -> Void)?

  var callers = PageCallers()
  /// Whether calls of the page are answered in the midst of its scripts.
  public let answersAtOnce: Bool
  var atOnce = PageCallsAtOnce()
  var reactions = PageReactions()
  /// When the last turn was that calls could be dispatched in, in ns.
  var lastTurn = Int64.min
  /// Whether a fault loads the page anew once its turn is over.
  var reloadsAfterTurn = false
  private var isToOpen = false
  var router: CallRouter
  let mode: CallMode
  var script: ReplyScript
  /// The findings of the engine's own sampler.
  let sampling = PageSampling()
  /// The calls and dialogs that a recording says the page makes, if it is compared with one.
  let expectation: PageExpectation?
  unowned let observer: any PageObserver

  /// A link without a page, which is loaded by ``load(_:)``.
  ///
  /// - Parameters:
  ///   - app: the native side, whose commands the page calls.
  ///   - clock: the time of the run.
  ///   - web: how the page is run.
  ///   - options: faults and limits.
  ///   - expectation: what a recording says; nil if there is none.
  ///   - observer: who sees what the page shows; not held.
  ///   - browser: what runs the page; nil for our own engine.
  public init(
    to app: borrowing AppInstance,
    clock: ScriptClock,
    web: WebViewOptions,
    options: Options = Options(),
    expectation: PageExpectation? = nil,
    observer: any PageObserver,
    in browser: ChromiumBrowser? = nil
  ) {
    let commands = app.table.names
    let calls = app.routing.calls
    self.observer = observer
    self.expectation = expectation
    traffic = PageTraffic(options.faults, maximumCalls: options.maximumWaiting)
    handlers = PageHandlers(options.dialect == nil ? options.bridge : .quickconnect, calls: calls)
    answersAtOnce = options.answersAtOnce && options.dialect?.hasCallsAtOnce ?? false
    dialect = options.dialect.map { [answersAtOnce] in
      PageDialect($0, commands: commands, answersAtOnce: answersAtOnce, seed: web.seed)
    }
    device = DeviceTable(
      options.dialect?.platform ?? .ios,
      denied: web.denied,
      locale: web.locale,
      seed: web.seed
    )
    fetches = PageFetches(options.fetches)
    dialogs = PageDialogs(confirms: options.confirms, maximumWaiting: options.maximumWaiting)
    times = PageTimes(commands)
    router = CallRouter(app.routing.names, rules: calls)
    mode = calls.mode
    script = ReplyScript(mode: calls.mode, maximumBytes: 1 << 10)
    var web = web
    web.sockets = options.fetches.sockets
    view = WebView(clock: clock, options: web, browser: browser)
    view.confirms = options.confirms
    view.delegate = self
    view.platformFile = { [unowned self] in dialect?.file($0) }
    listenToDialect()
    handlers.listen(to: commands) { [unowned self] command, data, respond in
      call(command, data, respond)
    } noting: { [unowned self] notice in
      switch notice {
      case .thrown(let exception): note(exception)
      case .says(let message): observer.page(says: message, at: now)
      }
    }
  }

  // MARK: The page

  /// Loads a page; one whose calls are answered at once is opened in its first turn.
  ///
  /// - Throws: why it cannot be loaded.
  public func load(_ path: String) throws(WebViewError) {
    try view.prepare(path)
    if answersAtOnce { isToOpen = true } else { try view.open() }
  }

  /// When the page has something to do, or a delayed message arrives, in ns; nil if never.
  public var nextDue: Int64? {
    if failure != nil || isOver { return nil }
    if isToOpen { return now }
    guard answersAtOnce else { return nextOwnDue }
    let due = reactions.isEmpty ? nextOwnDue : now
    return due.map { max($0, reactions.floor) }
  }

  private var nextOwnDue: Int64? {
    let hasCalls = traffic.hasCalls && callers.hasRoom
    if traffic.hasReplies || hasCalls || view.wantsToNavigate || view.hasRequests { return now }
    let due = min(
      view.nextTimer ?? .max,
      traffic.nextDue,
      nextDeviceDue ?? .max,
      fetches.nextDue.map { max($0, now) } ?? .max
    )
    return due == .max ? nil : due
  }

  /// Lets the page live up to a time: timers, delayed messages, another page.
  public func advance(to time: Int64) {
    watcher?.pageBegins(.turn, for: nil)
    defer { watcher?.pageEnds(.turn, for: nil) }
    if isToOpen { return open() }
    while let reaction = reactions.take(), failure == nil {
      reaction.reply.withRawSpan { react(to: reaction.event, reaction.outcome, reply: $0) }
    }
    attempt { () throws(WebViewError) in
      // What arrives now arrives at this time, and not at that of what was before.
      view.clock.now = max(now, time)
      traffic.advance(to: time)
      advanceDevice(to: time)
      try deliver()
      do throws(ScriptError) { _ = try view.runTimers(at: time) } catch { throw .script(error) }
      answerRequests()
      try navigate()
      if reloadsAfterTurn { try reload() }
      reloadsAfterTurn = false
    }
  }

  /// Opens the page in its first turn.
  private func open() {
    isToOpen = false
    attempt { () throws(WebViewError) in try view.open() }
  }

  /// Answers what the page fetches: files of its folder, and what the script of servers has.
  private func answerRequests() {
    for number in view.takeCancelledRequests() { fetches.cancel(number, at: now) }
    for request in view.takeRequests() {
      fetches.note()
      attempt { () throws(WebViewError) in
        do throws(ScriptError) {
          if try view.answer(request, isScripted: fetches.knows(request)) { return }
        } catch { throw .script(error) }
        fetches.start(request, at: now)
      }
    }
    while let (number, event) = fetches.take(upTo: now) {
      attempt { () throws(WebViewError) in try view.fetch(number, event) }
    }
  }

  /// Goes where the page wants to, and counts what is lost with the one that was there.
  private func navigate() throws(WebViewError) {
    guard let destination = view.wantedFile else { return }
    try reloads.note(at: now, from: view.file, to: destination)
    lose()
    try view.navigate()
  }

  /// Loads the page anew, and counts what is lost with it.
  private func reload() throws(WebViewError) {
    try reloads.note(at: now)
    lose()
    try view.reload()
  }

  /// Gives up what was on its way to a page that is gone, or waited in it: it is lost.
  private func lose() {
    traffic.loseCalls(view.waitingCalls)
    traffic.loseReplies()
    callers.lose()
    loseDevice()
    fetches.cancelAll(at: now)
  }

  /// Whether the run cannot go on since somebody has interrupted a script.
  public var wasInterrupted: Bool {
    if case .script(.interrupted)? = failure { true } else { false }
  }

  /// Does what may fail: what a script throws is noted, and the run goes on; anything else ends it.
  func attempt(_ body: () throws(WebViewError) -> Void) {
    guard failure == nil else { return }
    do throws(WebViewError) { try body() } catch {
      if case .script(.thrown(let exception)) = error { note(exception) } else { failure = error }
    }
  }

  /// Counts what a script threw and nobody caught.
  func note(_ exception: ScriptException) {
    let exception = view.placed(exception)
    exceptions.add(exception)
    observer.page(thrown: exception, at: now)
  }

  // MARK: To the page

  /// Hands an event and its outcome to the page.
  func take(_ event: borrowing Event, _ outcome: borrowing Outcome, reply: RawSpan) {
    guard failure == nil else { return }
    guard answersAtOnce else { return react(to: event, outcome, reply: reply) }
    var bytes: [UInt8] = []
    bytes.append(copying: reply)
    reactions.pass(event, isAtOnce: atOnce.isUnderWay)
    if atOnce.isAwaited {
      atOnce.take(PageCallsAtOnce.Answer(outcome: copy outcome, reply: bytes))
    } else {
      reactions.put(
        PageReactions.Reaction(event: copy event, outcome: copy outcome, reply: bytes)
      )
    }
  }

  /// Lets the page see an event and its outcome.
  private func react(to event: borrowing Event, _ outcome: borrowing Outcome, reply: RawSpan) {
    watcher?.pageBegins(.event, for: event.command)
    defer { watcher?.pageEnds(.event, for: event.command) }
    view.clock.now = max(now, event.timestamp)
    let begin = times.now
    let isCall = event.source == .page
    if isCall { callers.dispatched() }
    sense(event)
    let keeps = isCall ? outcome.isReplyLater : false
    switch outcome.replyKind {
    case .text:
      send(reply, answering: answered(outcome), keeps: keeps)
    case .acceleration, .coordinates:
      script.write(outcome)
      let own = dialect != nil && isCall ? event.sequence : nil
      script.withText { send($0, answering: own) }
    default: break
    }
    let (sequence, ending) = (event.sequence, copy outcome)
    let caller = isCall ? callers[sequence] : nil
    attempt { () throws(WebViewError) in
      if isCall, dialect != nil { settle(sequence, ending) }
      try deliver()
      guard isCall, dialect == nil else { return }
      if handlers.areSpoken { try answer(sequence, ending) } else { try acknowledge() }
    }
    let end = times.now
    times.note(page: end - begin, of: event.command)
    guard let caller else { return }
    // A reply that comes later is not done with now.
    if !ending.isReplyLater { times.note(roundTrip: end - caller.begin, of: event.command) }
    if caller.respond == nil, caller.call == nil { callers.forget(sequence) }
  }

  /// Lets the page feel what the device feels.
  private func sense(_ event: borrowing Event) {
    senseDevice(event)
    guard let reading = sensors.reading(of: event, for: view.wishes) else { return }
    let time = event.timestamp
    attempt { () throws(WebViewError) in
      do throws(ScriptError) {
        switch reading {
        case .motion(let value): try view.motion(x: value.x, y: value.y, z: value.z)
        case .position(let place): try view.position(place, at: time)
        }
      } catch { throw .script(error) }
    }
  }

  /// Which call of the page a reply answers, if one waits for that.
  private func answered(_ outcome: borrowing Outcome) -> UInt32? {
    guard case .request(.page, let sequence) = outcome.reply.textReply.cause else { return nil }
    return callers.awaits(sequence) ? sequence : nil
  }

  /// Answers a call that no reply has answered, and none will.
  private func answer(_ sequence: UInt32, _ outcome: Outcome) throws(WebViewError) {
    guard !outcome.isReplyLater, let respond = callers.takeResponder(of: sequence) else { return }
    respond(outcome.status == .completed ? .absent : .text(outcome.status.name))
    try lookForTurns()
  }

  func lookForTurns() throws(WebViewError) {
    do throws(ScriptError) { try view.lookForTurns() } catch { throw .script(error) }
  }

  /// Gives a message for the page to the bridge.
  private func send(_ text: RawSpan, answering sequence: UInt32? = nil, keeps: Bool = false) {
    var bytes: [UInt8] = []
    bytes.append(copying: text)
    if dialect != nil, say(bytes, answering: sequence, keeps: keeps) { return }
    var message = traffic.next(bytes, .toPage, at: now)
    message.answered = sequence
    put(message)
  }

  func put(_ message: PageMessage) {
    let fault = traffic.fault(at: message)
    if fault == .reload {
      // What is under way is lost with the page, and this one reaches the next.
      attempt { () throws(WebViewError) in try reload() }
    }
    traffic.send(message, fault)
  }

  /// Lets everything arrive at the page that can.
  func deliver() throws(WebViewError) {
    while let message = traffic.takeReply() {
      onMessage?(message)
      if message.isOfDialect {
        exchanges?.note(arrival: message.text, at: now)
        try receive(message)
        continue
      }
      if handlers.areSpoken, let reply = ReplyText(message.text) {
        handlers.hand(reply, to: message.answered.flatMap { callers.takeResponder(of: $0) })
        try lookForTurns()
        continue
      }
      do throws(ScriptError) {
        try message.text.withRawSpan { (text) throws(ScriptError) in try view.run(reply: text) }
      } catch {
        guard case .thrown(let exception) = error else { throw .script(error) }
        note(exception)
      }
    }
  }

  /// Tells the page that its call has arrived, so that the next may go.
  private func acknowledge() throws(WebViewError) {
    do throws(ScriptError) { try view.acknowledge() } catch { throw .script(error) }
  }

  // MARK: To the native side

  /// Raises the calls that have arrived, as many as find room; the others follow as these are dispatched.
  func raise(_ raising: inout SinkRaiser) {
    watcher?.pageBegins(.calls, for: nil)
    defer { watcher?.pageEnds(.calls, for: nil) }
    let before = max(lastTurn, reactions.floor, now > .min ? now - 1 : now)
    while failure == nil, callers.hasRoom, let message = traffic.takeCall() {
      onMessage?(message)
      expectation?.check(message)
      message.text.withRawSpan { text in
        do throws(HandlerError) {
          let raised = try raising.raise(
            router.command(of: text),
            at: now,
            source: .page,
            tag: UInt32(transport.rawValue),
            message: text
          )
          callers.raise(message.number, as: raised.sequence)
          reactions.pass(raisedAfter: before)
        } catch {
          traffic.refuseArrived(isTooLong: error == .tooLong)
          let read = callers.sentCall(message.number)
          callers.refuse(message.number)?.callAsFunction(.text("the call is too long"))
          if let read { tellRefused(read, "\(read.command): the call is too long") }
          // The page's next one goes all the same.
          if dialect == nil, !handlers.areSpoken {
            attempt { () throws(WebViewError) in try acknowledge() }
          }
        }
      }
    }
  }

  /// Takes a call of the page.
  ///
  /// - Parameters:
  ///   - url: the call.
  ///   - respond: what waits for its answer; nil if nobody does.
  ///   - read: the call as its dialect has read it; nil if it came by none.
  func call(
    _ url: String,
    _ respond: WebViewBridge.Responder? = nil,
    as read: DialectCall? = nil
  ) {
    guard traffic.takesCalls else {
      if let read { return refuse(read, "too many calls wait") }
      traffic.refuse()
      respond?(.text("too many calls wait"))
      return
    }
    let message = traffic.next(
      Array(url.utf8),
      .toNative,
      at: atOnce.areOpen ? atOnce.time : now
    )
    exchanges?.note(call: url, read, at: now, answeredBy: respond)
    callers.add(message.number, PageCallers.Caller(begin: times.now, respond: respond, call: read))
    put(message)
  }

  /// Ends the run: what still waits for another message goes no more.
  public func finish() {
    isOver = true
    traffic.finish(holding: failure == nil ? view.waitingCalls : 0)
    expectation?.finish()
  }
}
