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
    /// What is done on purpose to messages, by their numbers.
    public var faults: [UInt64: PageFault] = [:]
    /// How many messages wait in a direction at most.
    public var maximumWaiting = 100_000
    /// Whether somebody says yes to what the page asks.
    public var confirms = true

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
  /// How many calls found too many waiting.
  public private(set) var refusedCalls: UInt64 = 0

  private let options: Options
  private unowned let observer: any PageObserver
  private var router: CallRouter
  private var toPage = PageTransit()
  private var toNative = PageTransit()
  private var number: UInt64 = 0
  private var script: ReplyScript
  private let wallClock = MonotonicClock()
  /// When the calls that were not answered yet were made, in wall ns, the first at `firstCall`.
  private var callTimes: [Int64] = []
  private var firstCall = 0
  /// The calls that a recording says the page makes, if it is held against one.
  private let expectation: PageExpectation?
  /// Called for every message that arrives.
  public var onMessage: ((PageMessage) -> Void)?

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
    router = CallRouter(names, rules: calls)
    script = ReplyScript(mode: calls.mode, maximumBytes: 1 << 10)
    times = (["(unknown)"] + commands).map { PageCommandTimes(name: $0) }
    view = WebView(clock: clock, options: web)
    view.delegate = self
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
    if failure != nil { return nil }
    if toPage.hasReady || hasCalls || view.wantsToNavigate || view.hasRequests { return now }
    let due = min(view.nextTimer ?? .max, toPage.nextDue, toNative.nextDue)
    return due == .max ? nil : due
  }

  /// Lets the page live up to a time: timers, delayed messages, another page.
  public func advance(to time: Int64) {
    attempt { () throws(WebViewError) in
      toPage.advance(to: time)
      toNative.advance(to: time)
      try deliver()
      do throws(ScriptError) { _ = try view.runTimers(at: time) } catch { throw .script(error) }
      answerRequests()
      if try view.navigate() { try lose() }
    }
  }

  /// Answers what the page fetches: files of its folder, and nothing else.
  private func answerRequests() {
    for request in view.takeRequests() {
      attempt { () throws(WebViewError) in
        do throws(ScriptError) { try view.answer(request) } catch { throw .script(error) }
      }
    }
  }

  /// Loads the page anew, and counts what is lost with it.
  private func reload() throws(WebViewError) {
    ledger.reloads += 1
    try lose()
    try view.reload()
  }

  /// What was on its way to a page that is gone, or waited in it, is lost.
  private func lose() throws(WebViewError) {
    ledger.toPage.lostByReload += toPage.clear()
    callTimes.removeAll(keepingCapacity: true)
    firstCall = 0
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
    view.clock.now = max(now, event.timestamp)
    let begin = wallClock.now
    let isCall = event.source == .page
    if isCall { dispatching -= 1 }
    sense(event)
    switch outcome.replyKind {
    case .text: send(reply)
    case .acceleration, .coordinates: sendScript(event, outcome)
    default: break
    }
    attempt { () throws(WebViewError) in
      try deliver()
      if isCall { try acknowledge() }
    }
    let end = wallClock.now
    let row = Int(event.command.rawValue) < times.count ? Int(event.command.rawValue) : 0
    times[row].page.record(end - begin)
    if isCall, firstCall < callTimes.count {
      times[row].roundTrip.record(end - callTimes[firstCall])
      firstCall += 1
      if firstCall == callTimes.count {
        callTimes.removeAll(keepingCapacity: true)
        firstCall = 0
      }
    }
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

  /// Gives a message to the bridge.
  private func send(_ text: RawSpan) {
    var bytes: [UInt8] = []
    bytes.append(copying: text)
    let message = PageMessage(number: number, direction: .toPage, time: now, text: bytes)
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
    while failure == nil, dispatching < Self.maximumDispatching,
      let message = toNative.take(&ledger.toNative)
    {
      digest.add(message)
      onMessage?(message)
      expectation?.check(message)
      dispatching += 1
      message.text.withRawSpan { text in
        do throws(HandlerError) {
          try raising.raise(
            router.command(of: text),
            at: now,
            source: .page,
            tag: UInt32(BridgeTransport.url.rawValue),
            message: text
          )
        } catch {
          // What the dispatcher refuses was delivered to nobody.
          dispatching -= 1
          ledger.toNative.delivered -= 1
          ledger.toNative.dropped += 1
          refusedCalls += 1
        }
      }
    }
  }

  /// How many calls are raised and not dispatched.
  private var dispatching = 0
  private static var maximumDispatching: Int { 256 }

  /// Whether a call waits to be raised, and finds room.
  private var hasCalls: Bool { toNative.hasReady && dispatching < Self.maximumDispatching }

  /// Ends the run: what still waits for another message goes no more.
  public func finish() {
    ledger.toPage.waiting = UInt64(toPage.count)
    ledger.toNative.waiting = UInt64(toNative.count)
    expectation?.finish()
  }

  private func call(_ url: String) {
    guard toNative.count < options.maximumWaiting else {
      refusedCalls += 1
      return
    }
    callTimes.append(wallClock.now)
    put(PageMessage(number: number, direction: .toNative, time: now, text: Array(url.utf8)))
  }

  // MARK: WebViewDelegate

  /// An address that is a call goes to the native side, and nowhere else.
  public func webView(
    _ view: WebView,
    shouldStart url: String,
    _ navigation: NavigationType
  ) -> Bool {
    guard navigation != .load, navigation != .reload, url.hasPrefix("call?") else { return true }
    call(url)
    return false
  }

  /// Nothing to do.
  public func webViewDidStart(_ view: WebView) {}

  /// Tells the observer.
  public func webViewDidFinish(_ view: WebView) { observer.pageDidFinish(at: now) }

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
    switch dialog.kind {
    case "confirm": return .boolean(options.confirms)
    case "prompt": return options.confirms ? .string(dialog.offer) : .null
    default: return .undefined
    }
  }

  /// Counts it and tells the observer.
  public func webView(_ view: WebView, thrown exception: ScriptException) {
    exceptionCount += 1
    if exceptions.count < 100 { exceptions.append(exception) }
    observer.page(thrown: exception, at: now)
  }

  /// Tells the observer.
  public func webView(_ view: WebView, lacks name: String, at place: String) {
    observer.page(lacks: name, at: place)
  }

  /// A call goes to the native side.
  public func webView(_ view: WebView, calls url: String) { call(url) }
}
