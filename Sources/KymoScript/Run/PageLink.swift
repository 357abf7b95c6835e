public import KymoBridge
public import KymoCore
import KymoHistogram
import KymoMCAP
import KymoRecording

/// Between a page and the native side: hands outcomes and sensors to the page, and its calls to the dispatcher.
///
/// Everything happens on the dispatching thread. Messages are numbered as they are given to the bridge, which is where
/// faults are made; each arrives exactly once unless one is.
public final class PageLink: WebViewDelegate {
  /// How a link works.
  public struct Options: Sendable {
    /// What is done on purpose to messages.
    public var faults = PageFaults()
    /// How many messages wait in a direction at most.
    public var maximumWaiting = 100_000
    /// Whether somebody says yes to what the page asks.
    public var confirms = true

    /// Which bridge the page speaks; nil to find out.
    public var bridge: PageBridge?
    /// What there is for what the page fetches from servers.
    public var fetches = FetchScript()

    /// No faults.
    public init() {}
  }

  /// The page.
  public let view: WebView
  /// What became of the messages.
  public private(set) var ledger = PageLedger()
  /// The digest over all that crossed the bridge.
  public private(set) var digest = BridgeDigest()
  /// What scripts threw and nobody caught, the first ones.
  public private(set) var exceptions: [ScriptException] = []
  /// How many there were.
  public private(set) var exceptionCount: UInt64 = 0
  /// Why the run cannot go on.
  public private(set) var failure: WebViewError?
  /// How long things took, by the id of the command.
  public private(set) var times: [PageCommandTimes]
  /// How many samples and fixes the page was given, because it listens to them.
  public private(set) var sensorEvents: UInt64 = 0
  /// How many calls were refused: too long, or too many waited.
  public private(set) var refusedCalls: UInt64 = 0
  /// How many of them were too long.
  public private(set) var longCalls: UInt64 = 0

  /// The bridge of named handlers; used if the page asks for it.
  public let handlers: WebViewBridge
  /// Which bridge the page speaks, as far as that is known.
  public private(set) var bridge: PageBridge
  /// How many requests to files and servers the page has made.
  public private(set) var fetchCount: UInt64 = 0
  /// How many messages of named handlers came to nothing, beside those for which the page has no handler.
  public private(set) var bridgeEvents: UInt64 = 0
  /// How often the page has asked something.
  public private(set) var dialogCount: UInt64 = 0
  /// How many of them were not kept, because nothing else happened and too many waited.
  public private(set) var lostDialogs: UInt64 = 0
  private var dialogs: [PageDialog] = []
  private var takenDialogs = 0
  private let fetcher: ScriptedFetcher
  private var fetches: [(id: FetchID, number: Double)] = []
  /// Who has made a call, by the number of its message, and once it is raised by that of its event.
  private var callers: [UInt64: Caller] = [:]
  private var raisedCallers: [UInt32: Caller] = [:]
  private var encoder: CallEncoder
  let options: Options
  private unowned let observer: any PageObserver
  private var router: CallRouter
  private var toPage = PageTransit()
  private var toNative = PageTransit()
  private(set) var number: UInt64 = 0
  private var script: ReplyScript
  private let wallClock = MonotonicClock()
  /// The calls that a recording says the page makes, if it is held against one.
  private let expectation: PageExpectation?
  /// Whether the page gets no more turns: the run is over, or is to end.
  public var isOver = false
  /// Told when the page works; not held.
  public weak var watcher: (any PageWatcher)?
  let sampling = PageSampling()  // What the engine's own sampler sees.
  /// Called for every message that arrives.
  public var onMessage: ((PageMessage) -> Void)?

  /// What is remembered of a call until it is answered.
  private struct Caller {
    /// When it was made, in wall ns.
    var begin: Int64
    /// What a named handler of the page waits with; nil if nobody does.
    var respond: WebViewBridge.Responder?
  }

  /// A link without a page, which is loaded by ``load(_:)``.
  ///
  /// - Parameters:
  ///   - clock: the time of the run.
  ///   - web: how the page is run.
  ///   - commands: the names of the app's commands, in the order of their ids.
  ///   - names: the same, for finding.
  ///   - calls: how calls are read and replies written.
  ///   - options: faults and limits.
  ///   - expectation: what a recording says; nil if there is none.
  ///   - observer: who sees what the page shows; not held.
  public init(
    clock: ScriptClock,
    web: WebViewOptions,
    commands: [String],
    names: CommandNames,
    calls: CallRules,
    options: Options = Options(),
    expectation: PageExpectation? = nil,
    observer: any PageObserver
  ) {
    self.options = options
    self.observer = observer
    self.expectation = expectation
    bridge = options.bridge ?? .quickconnect
    fetcher = ScriptedFetcher(options.fetches)
    encoder = CallEncoder(base: "", mode: calls.mode, limits: calls.limits)
    var bridging = WebViewBridge.Options()
    if options.bridge == .wvjb4 { bridging.version = .v4 }
    handlers = WebViewBridge(options: bridging)
    router = CallRouter(names, rules: calls)
    script = ReplyScript(mode: calls.mode, maximumBytes: 1 << 10)
    times = (["(unknown)"] + commands).map { PageCommandTimes(name: $0) }
    view = WebView(clock: clock, options: web)
    view.delegate = self
    for command in commands {
      handlers.registerHandler(command) { [unowned self] data, respond in
        call(command, data, respond)
      }
    }
    handlers.unhandled = { [unowned self] name, data in
      // Nobody answers, as with the phone's library; the app's outcome is that the command is unknown.
      if let name { call(name, data, nil) }
    }
    handlers.observer = { [unowned self] event in note(event) }
  }

  /// The time of the run, in ns.
  private var now: Int64 { view.clock.now }

  // MARK: The page

  /// Loads a page.
  ///
  /// - Throws: why it cannot be loaded.
  public func load(_ path: String) throws(WebViewError) { try view.load(path) }

  /// When the page has something to do, or a delayed message arrives, in ns; nil if never.
  public var nextDue: Int64? {
    if failure != nil || isOver { return nil }
    if toPage.hasReady || hasCalls || view.wantsToNavigate || view.hasRequests { return now }
    let due = min(
      view.nextTimer ?? .max,
      toPage.nextDue,
      toNative.nextDue,
      fetcher.nextDue.map { max($0, now) } ?? .max
    )
    return due == .max ? nil : due
  }

  /// Lets the page live up to a time: timers, delayed messages, another page.
  public func advance(to time: Int64) {
    watcher?.pageBegins(.turn, for: nil)
    defer { watcher?.pageEnds(.turn, for: nil) }
    attempt { () throws(WebViewError) in
      toPage.advance(to: time)
      toNative.advance(to: time)
      try deliver()
      do throws(ScriptError) { _ = try view.runTimers(at: time) } catch { throw .script(error) }
      answerRequests()
      if try view.navigate() { lose() }
    }
  }

  /// Answers what the page fetches: files of its folder, and what the script of servers has.
  private func answerRequests() {
    for number in view.takeCancelledRequests() {
      guard let place = fetches.firstIndex(where: { $0.number == number }) else { continue }
      fetcher.cancel(fetches[place].id, at: now)
      fetches.remove(at: place)
    }
    for request in view.takeRequests() {
      fetchCount += 1
      attempt { () throws(WebViewError) in
        do throws(ScriptError) {
          if try view.answer(request) { return }
        } catch { throw .script(error) }
        let fetch = FetchRequest(
          request.url,
          method: request.method,
          fields: .list(json: request.fields),
          body: request.body
        )
        fetches.append((fetcher.start(fetch, at: now), request.number))
      }
    }
    while let notice = fetcher.take(upTo: now) {
      guard let place = fetches.firstIndex(where: { $0.id == notice.id }) else { continue }
      let number = fetches[place].number
      if notice.event.isLast { fetches.remove(at: place) }
      attempt { () throws(WebViewError) in try view.fetch(number, notice.event) }
    }
  }

  /// Loads the page anew, and counts what is lost with it.
  private func reload() throws(WebViewError) {
    ledger.reloads += 1
    reloadsInARow = now == reloadedAt ? reloadsInARow + 1 : 1
    reloadedAt = now
    guard reloadsInARow <= Self.maximumReloads else { throw .reloads(reloadsInARow) }
    let held = view.waitingCalls
    ledger.toNative.sent += held
    ledger.toNative.lostByReload += held
    lose()
    try view.reload()
  }

  /// What was on its way to a page that is gone, or waited in it, is lost.
  private func lose() {
    ledger.toPage.lostByReload += toPage.clear()
    callers = [:]
    raisedCallers = [:]
    for fetch in fetches { fetcher.cancel(fetch.id, at: now) }
    fetches = []
  }

  private func attempt(_ body: () throws(WebViewError) -> Void) {
    guard failure == nil else { return }
    do throws(WebViewError) { try body() } catch {
      if case .script(.thrown(let exception)) = error {
        webView(view, thrown: exception)
      } else {
        failure = error
      }
    }
  }

  // MARK: To the page

  /// Hands an event and its outcome to the page.
  func take(_ event: borrowing Event, _ outcome: borrowing Outcome, reply: RawSpan) {
    guard failure == nil else { return }
    watcher?.pageBegins(.event, for: event.command)
    defer { watcher?.pageEnds(.event, for: event.command) }
    view.clock.now = max(now, event.timestamp)
    let begin = wallClock.now
    let isCall = event.source == .page
    if isCall { dispatching -= 1 }
    sense(event)
    switch outcome.replyKind {
    case .text: send(reply, answering: answered(outcome))
    case .acceleration, .coordinates: sendScript(event, outcome)
    default: break
    }
    let (sequence, ending) = (event.sequence, copy outcome)
    let caller = isCall ? raisedCallers[sequence] : nil
    attempt { () throws(WebViewError) in
      try deliver()
      guard isCall else { return }
      if bridge == .quickconnect { try acknowledge() } else { try answer(sequence, ending) }
    }
    let end = wallClock.now
    let row = Int(event.command.rawValue) < times.count ? Int(event.command.rawValue) : 0
    times[row].page.record(end - begin)
    guard let caller else { return }
    // A reply that comes later is not done with now.
    if !ending.isReplyLater { times[row].roundTrip.record(end - caller.begin) }
    if caller.respond == nil { raisedCallers[sequence] = nil }
  }

  /// Lets the page feel what the device feels.
  private func sense(_ event: borrowing Event) {
    let wishes = view.wishes
    guard wishes.motion || wishes.positions else { return }
    let event = copy event
    attempt { () throws(WebViewError) in
      do throws(ScriptError) {
        if event.source == .accelerometer, event.kind == .acceleration, wishes.motion {
          let value = event.payload.acceleration
          sensorEvents += 1
          try view.motion(x: value.x, y: value.y, z: value.z)
        } else if event.source == .location, event.kind == .location, wishes.positions {
          sensorEvents += 1
          try view.position(event.payload.location, at: event.timestamp)
        }
      } catch { throw .script(error) }
    }
  }

  /// A reply that is no text, as the script that it is for a page.
  private func sendScript(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    do throws(JSONWriterError) {
      if outcome.replyKind == .acceleration {
        try script.writeAcceleration(outcome.reply.acceleration)
      } else {
        let place = outcome.reply.acceleration
        try script.writeLocation(latitude: place.x, longitude: place.y, altitude: place.z)
      }
    } catch { preconditionFailure("three numbers fit") }
    script.withText { send($0) }
  }

  /// Which call of the page a reply answers, if one waits for that.
  private func answered(_ outcome: borrowing Outcome) -> UInt32? {
    guard case .request(.page, let sequence) = outcome.reply.textReply.cause else { return nil }
    return raisedCallers[sequence]?.respond == nil ? nil : sequence
  }

  /// Answers a call that no reply has answered, and none will.
  private func answer(_ sequence: UInt32, _ outcome: Outcome) throws(WebViewError) {
    guard !outcome.isReplyLater,
      let respond = raisedCallers.removeValue(forKey: sequence)?.respond
    else { return }
    respond(outcome.status == .completed ? .absent : .text(outcome.status.name))
    try lookForTurns()
  }

  private func lookForTurns() throws(WebViewError) {
    do throws(ScriptError) { try view.lookForTurns() } catch { throw .script(error) }
  }

  /// Gives a message to the bridge.
  private func send(_ text: RawSpan, answering sequence: UInt32? = nil) {
    var bytes: [UInt8] = []
    bytes.append(copying: text)
    var message = PageMessage(number: number, direction: .toPage, time: now, text: bytes)
    message.answered = sequence
    put(message)
  }

  private func put(_ message: PageMessage) {
    let fault = options.faults[message.number]
    number += 1
    if fault == .reload {
      // What is under way is lost with the page, and this one reaches the next.
      attempt { () throws(WebViewError) in try reload() }
    }
    if message.direction == .toPage {
      toPage.send(message, fault, &ledger.toPage)
    } else {
      toNative.send(message, fault, &ledger.toNative)
    }
  }

  /// Lets everything arrive at the page that can.
  private func deliver() throws(WebViewError) {
    while let message = toPage.take(&ledger.toPage) {
      digest.add(message)
      onMessage?(message)
      if bridge != .quickconnect, let reply = ReplyText(message.text) {
        let data = WebViewBridge.Payload(json: reply.json) ?? .absent
        if let sequence = message.answered,
          let respond = raisedCallers.removeValue(forKey: sequence)?.respond
        {
          respond(data)
        } else {
          handlers.callHandler(reply.command, data)
        }
        try lookForTurns()
        continue
      }
      do throws(ScriptError) {
        try message.text.withRawSpan { (text) throws(ScriptError) in try view.run(reply: text) }
      } catch {
        guard case .thrown(let exception) = error else {
          throw .script(error)
        }
        webView(view, thrown: exception)
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
    while failure == nil, dispatching < Self.maximumDispatching,
      let message = toNative.take(&ledger.toNative)
    {
      digest.add(message)
      onMessage?(message)
      expectation?.check(message)
      dispatching += 1
      message.text.withRawSpan { text in
        do throws(HandlerError) {
          let raised = try raising.raise(
            router.command(of: text),
            at: now,
            source: .page,
            tag: UInt32(BridgeTransport.url.rawValue),
            message: text
          )
          raisedCallers[raised.sequence] = callers.removeValue(forKey: message.number)
        } catch {
          // What the dispatcher refuses was delivered to nobody.
          dispatching -= 1
          ledger.toNative.delivered -= 1
          ledger.toNative.dropped += 1
          refusedCalls += 1
          if error == .tooLong { longCalls += 1 }
          callers.removeValue(forKey: message.number)?.respond?(.text("the call is too long"))
          // The page's next one goes all the same.
          if bridge == .quickconnect {
            attempt { () throws(WebViewError) in try acknowledge() }
          }
        }
      }
    }
  }

  /// How often the page was loaded anew at one moment, and at which.
  private var reloadsInARow = 0
  private var reloadedAt = Int64.min
  private static var maximumReloads: Int { 100 }

  /// Whether the page waits for the bridge that version 4 brings.
  private(set) var awaitsBridge = false

  /// How many calls are raised and not dispatched.
  private var dispatching = 0
  private static var maximumDispatching: Int { 256 }

  /// Whether a call waits to be raised, and finds room.
  private var hasCalls: Bool { toNative.hasReady && dispatching < Self.maximumDispatching }

  /// Ends the run: what still waits for another message goes no more.
  public func finish() {
    isOver = true
    let held = failure == nil ? view.waitingCalls : 0
    ledger.toNative.sent += held
    ledger.toPage.waiting = UInt64(toPage.count)
    ledger.toNative.waiting = UInt64(toNative.count) + held
    expectation?.finish()
  }

  private func call(_ url: String, _ respond: WebViewBridge.Responder? = nil) {
    guard toNative.count < options.maximumWaiting else {
      refusedCalls += 1
      respond?(.text("too many calls wait"))
      return
    }
    callers[number] = Caller(begin: wallClock.now, respond: respond)
    put(PageMessage(number: number, direction: .toNative, time: now, text: Array(url.utf8)))
  }

  /// A call of the page to a named handler, as the call that the native side knows.
  private func call(
    _ command: String,
    _ data: WebViewBridge.Payload,
    _ respond: WebViewBridge.Responder?
  ) {
    let message = data.json == "null" ? nil : data.json
    do throws(CallError) { try encoder.encode(command: command, message: message) } catch {
      refusedCalls += 1
      respond?(.text("\(error)"))
      return
    }
    call(encoder.text, respond?.id == nil ? nil : respond)
  }

  /// The event that a page of version 4 waits for, as the scripts say it.
  private static var awaitedBridge: String { "WebViewJavascriptBridgeReady" }

  /// Tells what the bridge of named handlers could not do.
  private func note(_ event: WebViewBridge.Event) {
    switch event {
    // What the page's own half says on the console, or the ledger does.
    case .installed, .droppedByReload, .droppedByReset, .noHandler(.toPage, _): break
    case .handlerThrew(.toPage, let name, let reason):
      let place = name.map { "the handler '\($0)'" } ?? "a callback"
      webView(
        view,
        thrown: ScriptException(
          name: "Error",
          message: "\(place) has thrown: \(reason)",
          source: "",
          line: 0,
          column: 0
        )
      )
    default:
      bridgeEvents += 1
      observer.page(says: ConsoleMessage(level: "bridge", text: "\(event)"), at: now)
    }
  }

  // MARK: WebViewDelegate

  /// Gives the page its half of the bridge of named handlers, for when it asks.
  public func webViewDidCreateScripts(_ view: WebView) {
    sampling.begin(view.context)
    guard options.bridge != .quickconnect, let context = view.context else { return }
    do throws(ScriptError) { try handlers.attach(context) } catch {
      failure = .script(error)
    }
  }

  /// An address that is a call goes to the native side, and nowhere else.
  public func webView(
    _ view: WebView,
    shouldStart url: String,
    _ navigation: NavigationType
  ) -> Bool {
    if navigation == .load || navigation == .reload { return true }
    if options.bridge != .quickconnect, handlers.shouldStart(url) {
      if options.bridge == nil { bridge = .wvjb }
      return false
    }
    guard url.hasPrefix("call?") else { return true }
    call(url)
    return false
  }

  /// The page that is there goes, and with it what its sampler has seen.
  public func webViewDidStart(_ view: WebView) { sampling.end(view.context) }

  /// Tells the observer.
  public func webViewDidFinish(_ view: WebView) {
    handlers.pageDidFinishLoad()
    observer.pageDidFinish(at: now)
  }

  /// Says so, if it is no more than a place where the page wanted to go.
  public func webView(_ view: WebView, didFail reason: WebViewError) {
    if case .outside(let path) = reason {
      observer.page(lacks: "what is not in the folder of the app: \(path)", at: "")
    }
  }

  /// Tells the observer.
  public func webView(_ view: WebView, says message: ConsoleMessage) {
    observer.page(says: message, at: now)
  }

  /// Tells the observer, and answers as the options say.
  public func webView(_ view: WebView, asks dialog: WebDialog) -> ScriptValue {
    observer.page(asks: dialog, at: now)
    digest.add(dialog, at: now)
    let answer: ScriptValue =
      switch dialog.kind {
      case "confirm": .boolean(options.confirms)
      case "prompt": options.confirms ? .string(dialog.offer) : .null
      default: .undefined
      }
    dialogCount += 1
    guard keepsDialogs || expectation != nil else { return answer }
    let asked = PageDialog(dialog, answer: answer, at: now)
    expectation?.check(asked)
    guard keepsDialogs else { return answer }
    if dialogs.count < options.maximumWaiting { dialogs.append(asked) } else { lostDialogs += 1 }
    return answer
  }

  /// Whether what the page asks is kept until somebody takes it.
  var keepsDialogs = false

  /// The first that the page has asked and nobody has taken; nil if there is none.
  var nextDialog: PageDialog? { takenDialogs < dialogs.count ? dialogs[takenDialogs] : nil }

  /// Takes it.
  func takeDialog() {
    takenDialogs += 1
    guard takenDialogs == dialogs.count else { return }
    dialogs.removeAll(keepingCapacity: true)
    takenDialogs = 0
  }

  /// Counts it and tells the observer.
  public func webView(_ view: WebView, thrown exception: ScriptException) {
    let exception = view.placed(exception)
    exceptionCount += 1
    if exceptions.count < 100 { exceptions.append(exception) }
    observer.page(thrown: exception, at: now)
  }

  /// Tells the observer.
  public func webView(_ view: WebView, lacks name: String, at place: String) {
    if name == Self.awaitedBridge {
      awaitsBridge = true
      return
    }
    observer.page(lacks: name, at: place)
  }

  /// A call goes to the native side.
  public func webView(_ view: WebView, calls url: String) { call(url) }
}
