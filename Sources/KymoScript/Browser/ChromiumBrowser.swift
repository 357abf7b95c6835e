import KymoText

/// A tab of Chromium, in which pages run one after the other.
///
/// It answers what the page's documents ask for from the folder of the app, and nothing else.
public final class ChromiumBrowser {
  /// How long the browser may be at work by itself in one turn, in real ms.
  public static let patienceMilliseconds = 5000

  let tools: DevTools
  /// What it says it is, such as "Chrome/120.0.6099.224".
  public let version: String
  /// How often it was not at rest when its turn had to end.
  public internal(set) var unsettled: UInt64 = 0
  private let session: String
  private let frame: String
  private var prelude: String?
  /// What is under way, and what somebody holds back: the browser may tell of either first.
  private var (active, held) = (Set<String>(), Set<String>())
  /// How many answers are under way to requests of workers that the browser has given no name.
  private var nameless = 0
  /// The workers of the page, as sessions of their own, and those of them whose script has begun.
  private var (workers, begun) = ([String](), Set<String>())
  /// How many workers the page itself has made so far.
  private var workerCount = 0
  /// The page that is there; not held.
  weak var page: ChromiumPage?
  /// Whether the document has loaded.
  private var hasLoaded = false
  /// Whether anything came from the network since somebody looked.
  private var hasMoved = false
  private var failure: ScriptError?

  /// A new tab.
  ///
  /// - Parameters:
  ///   - channel: the pipes of a browser that was started.
  ///   - options: the device, the zone and the locale that pages find.
  /// - Throws: what the browser refuses.
  public init(_ channel: any DevToolsChannel, _ options: WebViewOptions) throws(ScriptError) {
    tools = DevTools(channel, limits: options.limits)
    version = try tools.call("Browser.getVersion")["product"].asText?.printable ?? "Chromium"
    let target = try tools.call("Target.createTarget", ["url": "about:blank"])["targetId"]
    session =
      try tools.call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]
      .asText ?? ""
    frame = target.asText ?? ""
    tools.event = { [unowned self] in hear($0, $1, of: $2) }
    for domain in ["Page", "Runtime", "Network"] { try call("\(domain).enable") }
    try call("Network.setCacheDisabled", ["cacheDisabled": true])
    try call("Fetch.enable", ["patterns": [["urlPattern": "*"]]])
    try attachWorkers(of: session)
    try emulate(options)
  }

  /// Lets the workers that a page or a worker makes have sessions of their own.
  private func attachWorkers(of session: String) throws(ScriptError) {
    try tools.post(
      "Target.setAutoAttach",
      ["autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true],
      session
    )
  }

  private func emulate(_ options: WebViewOptions) throws(ScriptError) {
    let device = options.device
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": JSONText(device.width), "height": JSONText(device.height),
        "deviceScaleFactor": JSONText(device.ratio), "mobile": true,
      ]
    )
    try call("Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 5])
    try call("Emulation.setTimezoneOverride", ["timezoneId": JSONText(options.zone)])
    try call("Emulation.setLocaleOverride", ["locale": JSONText(options.locale)])
    try call("Emulation.setHardwareConcurrencyOverride", ["hardwareConcurrency": 1])
    try call(
      "Network.setUserAgentOverride",
      [
        "userAgent": JSONText(device.agent), "acceptLanguage": JSONText(options.locale),
        "platform": JSONText(device.system == .ios ? "iPhone" : "Linux aarch64"),
      ]
    )
  }

  /// Sends a command to the tab and waits for its answer.
  @discardableResult
  private func call(
    _ method: String,
    _ parameters: JSONText = .object([])
  ) throws(ScriptError) -> JSONText {
    try tools.call(method, parameters, session)
  }

  // MARK: Loading

  /// Loads a document, whose text its page gives, and waits until it has loaded.
  ///
  /// - Parameters:
  ///   - url: its address.
  ///   - source: the script that runs before the document's own.
  ///   - asks: whether the page half asks native code, which a policy of the page must not forbid.
  /// - Throws: what the browser refuses; that scripts do not return.
  func load(_ url: String, after source: String, asks: Bool) throws(ScriptError) {
    if asks { try call("Page.setBypassCSP", ["enabled": true]) }
    if let prelude {
      // The same address with a fragment would be another place in the same document.
      try open("about:blank")
      try call("Page.removeScriptToEvaluateOnNewDocument", ["identifier": JSONText(prelude)])
    }
    prelude =
      try call("Page.addScriptToEvaluateOnNewDocument", ["source": JSONText(source)])["identifier"]
      .asText
    (active, held, nameless) = ([], [], 0)
    (workers, begun, workerCount) = ([], [], 0)
    try open(url)
  }

  private func open(_ url: String) throws(ScriptError) {
    hasLoaded = false
    let answer = try call("Page.navigate", ["url": JSONText(url)])
    if let problem = answer["errorText"].asText {
      throw .browser("Chromium does not load \(url.printable): \(problem.printable)")
    }
    try wait { hasLoaded }
  }

  // MARK: Turns

  /// Runs a script, and gives what its promise comes to, as a text.
  func promise(_ expression: String) throws(ScriptError) -> String {
    let result = try call(
      "Runtime.evaluate",
      ["expression": JSONText(expression), "awaitPromise": true, "returnByValue": true]
    )
    if let exception = Self.exception(result["exceptionDetails"]) { throw .thrown(exception) }
    return result["result"]["value"].asText ?? ""
  }

  /// Runs a script, and gives its value.
  func value(_ expression: String) throws(ScriptError) -> JSONText {
    let result = try call(
      "Runtime.evaluate",
      ["expression": JSONText(expression), "returnByValue": true]
    )
    if let exception = Self.exception(result["exceptionDetails"]) { throw .thrown(exception) }
    return result["result"]["value"]
  }

  /// Begins to run a script; its answer is to be waited for.
  func begin(_ expression: String) throws(ScriptError) -> Int64 {
    try tools.send("Runtime.evaluate", ["expression": JSONText(expression)], session)
  }

  /// Waits for a script that was begun; gives what it has thrown, if anything.
  func finish(_ number: Int64) throws(ScriptError) -> ScriptException? {
    let result = try tools.answer(to: number, of: "Runtime.evaluate")
    return Self.exception(result["exceptionDetails"])
  }

  /// Waits until nothing is under way that nobody holds back.
  ///
  /// - Returns: whether there was anything.
  func waitForNetwork() throws(ScriptError) -> Bool {
    try wait { active.isEmpty && nameless == 0 }
    defer { hasMoved = false }
    return hasMoved
  }

  /// Waits until the workers of the page have run what was sent to them.
  ///
  /// - Parameter count: how many the page has made and not lost, with those that have ended.
  /// - Returns: whether there are any.
  /// - Throws: that one does not return.
  func waitForWorkers(atLeast count: Int) throws(ScriptError) -> Bool {
    try wait { workerCount >= count }
    let asked = workers
    for worker in asked {
      // The browser's process dies of a script that comes before the worker's own.
      try wait { begun.contains(worker) || !workers.contains(worker) }
      guard workers.contains(worker) else { continue }
      let number = try tools.send(
        "Runtime.evaluate",
        ["expression": "new Promise(done => setTimeout(done))", "awaitPromise": true],
        worker
      )
      // One that has ended meanwhile does not answer.
      try wait { tools.hasAnswer(to: number) || !workers.contains(worker) }
      tools.collect(number)
    }
    return !asked.isEmpty
  }

  private func wait(until isSo: () -> Bool) throws(ScriptError) {
    try tools.wait { isSo() || failure != nil }
    if let failure { throw failure }
  }

  // MARK: Requests

  /// Answers a request that was held.
  func fulfill(
    _ request: String,
    status: Int,
    fields: [(String, String)],
    body: String
  ) throws(ScriptError) {
    try tools.post(
      "Fetch.fulfillRequest",
      [
        "requestId": JSONText(request), "responseCode": JSONText(status),
        "responseHeaders": JSONText(
          fields.map { ["name": JSONText($0.0), "value": JSONText($0.1)] }
        ),
        "body": JSONText(body),
      ],
      session
    )
  }

  /// Lets a request come to nothing.
  func fail(_ request: String, _ reason: String = "Failed") throws(ScriptError) {
    try tools.post(
      "Fetch.failRequest",
      ["requestId": JSONText(request), "errorReason": JSONText(reason)],
      session
    )
  }

  /// Counts a request as under way again, or as held back.
  func hold(network id: String, _ isHeld: Bool) {
    if id.isEmpty {
      if !isHeld { nameless += 1 }
    } else if isHeld {
      active.remove(id)
      held.insert(id)
    } else if held.remove(id) != nil {
      active.insert(id)
    }
  }

  // MARK: Events

  private func hear(_ name: String, _ values: JSONText, of session: String?) {
    do throws(ScriptError) {
      switch name {
      case "Page.loadEventFired": hasLoaded = true
      case "Page.navigatedWithinDocument":
        if values["frameId"].asText == frame { page?.moved(to: values["url"].asText ?? "") }
      case "Page.frameRequestedNavigation":
        if values["frameId"].asText != frame {
          page?.wantsInFrame(values["url"].asText ?? "")
        } else if hasLoaded {
          // Its request comes from another process, and later; it is waited for.
          active.insert("navigation")
        }
      case "Network.requestWillBeSent": noteRequest(values)
      case "Network.loadingFinished", "Network.loadingFailed":
        let id = values["requestId"].asText ?? ""
        let wasHeld = held.remove(id) != nil
        if active.remove(id) != nil {
          hasMoved = true
        } else if !wasHeld, nameless > 0, session != self.session {
          (nameless, hasMoved) = (nameless - 1, true)
        }
      case "Fetch.requestPaused": try answer(values)
      case "Target.attachedToTarget": try attach(values, of: session)
      case "Target.detachedFromTarget":
        workers.removeAll { $0 == values["sessionId"].asText }
        // What one was to get when it ended, nobody gets.
        nameless = 0
      case "Inspector.workerScriptLoaded": begun.insert(session ?? "")
      case "Runtime.exceptionThrown":
        if let exception = Self.exception(values["exceptionDetails"]) { page?.thrown(exception) }
      case "Inspector.targetCrashed":
        failure = .browser("the page's process has crashed in Chromium")
      default: break
      }
    } catch { failure = failure ?? error }
  }

  /// What is waited for: not documents, and not what never ends.
  private func noteRequest(_ values: JSONText) {
    let type = values["type"].asText ?? ""
    let endless = ["Document", "EventSource", "WebSocket", "Ping", "Preflight", "Media", "Other"]
    guard !endless.contains(type), let id = values["requestId"].asText,
      !ChromiumRequest.isCallNow(values["request"]["url"].asText ?? "")
    else { return }
    if !held.contains(id) { active.insert(id) }
  }

  /// Takes a worker.
  ///
  /// Its script was requested by the page, under the name of the worker, and is the worker's from now on.
  private func attach(_ values: JSONText, of parent: String?) throws(ScriptError) {
    guard values["targetInfo"]["type"].asText == "worker", let worker = values["sessionId"].asText
    else { return }
    workers.append(worker)
    if parent == session { workerCount += 1 }
    if active.remove(values["targetInfo"]["targetId"].asText ?? "") != nil { hasMoved = true }
    try tools.post("Network.enable", .object([]), worker)
    try attachWorkers(of: worker)
  }

  private func answer(_ values: JSONText) throws(ScriptError) {
    let request = ChromiumRequest(values)
    guard let page else { return try fail(request.id, "Aborted") }
    if request.isDocument, values["frameId"].asText == frame {
      if active.remove("navigation") != nil { hasMoved = true }
      try page.answerDocument(request)
    } else if request.isCallNow {
      try page.answerNow(request)
    } else {
      try page.answer(request)
    }
  }

  /// What was thrown, as the protocol tells it.
  private static func exception(_ details: JSONText) -> ScriptException? {
    guard case .object = details else { return nil }
    let thrown = details["exception"]
    let described =
      thrown["description"].asText ?? thrown["value"].asText ?? details["text"].asText ?? ""
    let first = described.split(separator: "\n").first.map(String.init) ?? ""
    let name = thrown["subtype"].asText == "error" ? thrown["className"].asText ?? "" : ""
    let message = first.hasPrefix(name + ": ") ? String(first.dropFirst(name.count + 2)) : first
    return ScriptException(
      name: name,
      message: message,
      source: details["url"].asText ?? "",
      line: Int(details["lineNumber"].asNumber ?? -1) + 1,
      column: Int(details["columnNumber"].asNumber ?? -1) + 1
    )
  }
}
