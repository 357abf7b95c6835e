import KymoBridge
import KymoHTTP
import KymoHistogram
import KymoMCAP
import KymoText

/// A page in a browser: what ``WebWorld`` is in our engine.
///
/// Clock, timers and chance are the platform's own; document, scripts and network are the browser's. Loading is one turn.
final class ChromiumPage: PageWorld {
  /// A document that is still to be loaded.
  private struct Document {
    var text: String
    var url: String
  }

  /// An answer to a request that is not whole.
  private struct Answer {
    var request: String
    var network: String
    var response = FetchResponse(200, url: "")
    var body: [UInt8] = []
  }

  let wishes = SensorWishes()
  /// The page half of the dialect; nil if the page speaks none.
  var half: ChromiumHalf?
  /// The page's half of the bridge of named handlers; nil if it gets none.
  var bridged: ChromiumBridgedPage?
  /// Called when the page has said that it has messages for that bridge.
  var onMessages: (() -> Void)?
  private var hasMessages = false
  /// When it began, in ms: its document may be opened in a later turn.
  private let origin: Double
  private unowned let view: WebView
  private let site: WebSite
  private let browser: ChromiumBrowser
  private var document: Document?
  private var expected: String?
  private var next = Double.infinity
  private var requests: [Double: Answer] = [:]
  private var lastRequest = 0.0
  private var exceptions: [ScriptException] = []
  private var wanted: [String] = []
  private var wantedInFrames: [String] = []
  private var address = ""

  init(_ view: WebView, _ site: WebSite, in browser: ChromiumBrowser) {
    self.view = view
    self.site = site
    self.browser = browser
    origin = view.clock.milliseconds
  }

  /// How often at most workers are waited for in a turn; hardly any more once one has gone on for longer.
  private var workerRounds = 200

  private var now: Double { view.clock.milliseconds }

  // MARK: Loading

  func restore(_ value: String, of key: String, in area: String) {
    // The browser keeps what its pages store.
  }

  func load(_ text: String, at url: String, name: String, isScript: Bool) throws(ScriptError) {
    guard !isScript else {
      throw .browser("a script without a page is not run in Chromium: give it a page")
    }
    document = Document(text: text, url: url)
  }

  func nextTurn() -> Double { document == nil ? next : now }

  func takeTurn(_ milliseconds: Double) throws(ScriptError) -> Bool {
    if let document {
      self.document = nil
      try open(document)
    } else {
      try step("turn(\(now),\(milliseconds))")
    }
    return nextTurn() <= milliseconds
  }

  private func open(_ document: Document) throws(ScriptError) {
    browser.page = self
    expected = document.text
    address = document.url
    let prelude = ChromiumPrelude(view, half, hasBridge: bridged != nil)
    try browser.load(
      document.url,
      after: prelude.source(at: now, from: origin),
      asks: half?.answerNow != nil
    )
    _ = try settle(slack: 2)
    view.didFinish()
    try step("finished(\(now))")
  }

  // MARK: Turns

  /// Runs a function of the page's driver, and what the browser does after it.
  private func step(_ call: String) throws(ScriptError) {
    let number = try browser.begin("__kymograph.\(call)")
    try settle(after: number)
  }

  private func settle(after number: Int64) throws(ScriptError) {
    let thrown = try settle(after: number, slack: 0)
    if let thrown { throw .thrown(thrown) }
  }

  /// Waits until the browser has nothing more to do now, and tells what it did.
  private func settle(after number: Int64? = nil, slack: Int) throws(ScriptError)
    -> ScriptException?
  {
    var (slack, thrown, number) = (slack, ScriptException?.none, number)
    var entries: [JSONText] = []
    var heard: Double?
    var rounds = 0
    var isStirred = false
    repeat {
      let text = try browser.promise("__kymograph.rest(\(slack))")
      if let begun = number { thrown = try browser.finish(begun) }
      number = nil
      let report = browser.tools.read(text)?.asList ?? []
      guard report.count == 6 else {
        throw .browser(
          "the page in Chromium has no driver any more: \(String(text.prefix(80)).printable)"
        )
      }
      next = report[0].asNumber ?? .infinity
      if !report[1].asTruth { browser.unsettled += 1 }
      entries += report[2].asList
      take(counts: report[5])
      slack = 3
      isStirred = try browser.waitForNetwork()
      // What a worker is sent now it has done now, and what it says is heard: workers have no clock of ours.
      let workers = Int(report[4].asNumber ?? 0)
      if !isStirred, report[1].asTruth, try browser.waitForWorkers(atLeast: workers) {
        isStirred = heard != report[3].asNumber
        heard = report[3].asNumber
        rounds += 1
        if isStirred, rounds >= workerRounds {
          browser.unsettled += 1
          workerRounds = 2
          isStirred = false
        }
      }
    } while isStirred
    // A fault may load the page anew while one of them is on its way.
    for entry in entries where view.world === self { take(entry.asList) }
    tellRest()
    return thrown
  }

  /// Tells what the browser said beside the page: exceptions, and where the page wants to go.
  private func tellRest() {
    let (thrown, places, frames) = (exceptions, wanted, wantedInFrames)
    (exceptions, wanted, wantedInFrames) = ([], [], [])
    for url in frames where view.world === self { _ = view.wants(url, .iframe) }
    if hasMessages, view.world === self {
      hasMessages = false
      onMessages?()
    }
    for exception in thrown { view.delegate?.webView(view, thrown: exception) }
    for url in places {
      let isSame = url.prefix { $0 != "#" } == address.prefix { $0 != "#" }
      if view.wants(url, isSame ? .reload : .other) { address = url }
    }
  }

  private func take(_ entry: [JSONText]) {
    func text(_ index: Int) -> String? { index < entry.count ? entry[index].asText : nil }
    switch text(0) {
    case "sensors":
      let isWanted = entry.count > 2 && entry[2].asTruth
      if text(1) == "motion" { wishes.motion = isWanted } else { wishes.positions = isWanted }
    case "call": view.delegate?.webView(view, calls: text(1) ?? "")
    case "dialog":
      _ = view.delegate?.webView(
        view,
        asks: WebDialog(kind: text(1) ?? "alert", text: text(2) ?? "", offer: text(3) ?? "")
      )
    case "bridgeHasMessages": hasMessages = true
    case "bridgeReport": bridged?.hear((1...3).map { text($0) })
    case let kind?: half?.hear(kind, entry.dropFirst().map(\.asText))
    case nil: break
    }
  }

  // MARK: What native code does

  func motion(_ values: Span<Double>) throws(ScriptError) {
    try step("motion(\(now),\(values[0]),\(values[1]),\(values[2]))")
  }

  func position(_ values: Span<Double>) throws(ScriptError) {
    var list = "\(now)"
    for index in values.indices { list += values[index].isNaN ? ",NaN" : ",\(values[index])" }
    try step("position(\(list))")
  }

  func run(reply script: RawSpan) throws(ScriptError) {
    var bytes: [UInt8] = []
    bytes.append(copying: script)
    try settle(after: try browser.begin(String(decoding: bytes, as: UTF8.self)))
  }

  func acknowledge() throws(ScriptError) { try step("acknowledge(\(now))") }

  func waitingCalls() throws(ScriptError) -> Double {
    document != nil || address.isEmpty
      ? 0 : try browser.value("__kymograph.waiting()").asNumber ?? 0
  }

  /// Gives the page half of the dialect a text.
  func receive(_ text: [UInt8]) throws(ScriptError) {
    guard document == nil else { return }
    let literal = MessageText.literal(String(decoding: text, as: UTF8.self))
    try step("receive(\(now),\(literal))")
  }

  // MARK: The bridge of named handlers

  private func take(counts: JSONText) {
    let numbers = counts.asList.compactMap { $0.asNumber.flatMap { UInt64(exactly: $0) } }
    if numbers.count == 4 { bridged?.counts = numbers }
  }

  /// Brings the page its bridge, with the arguments of its half; false if it has something of that name.
  func install(_ arguments: String) throws(ScriptError) -> Bool {
    try browser.value("__kymograph.install(\(now),\(arguments))").asTruth
  }

  /// Waits until the browser has done what the bridge made it do, and hears what the page said.
  func settleInstall() throws(ScriptError) { _ = try settle(slack: 0) }

  /// Takes messages of the page; they are counted as fetched then.
  func fetchMessages() throws(ScriptError) -> String? {
    let parts = try browser.value("__kymograph.fetch()").asList
    guard parts.count == 2 else { return nil }
    take(counts: parts[1])
    return parts[0].asText
  }

  /// Gives the page a message of the bridge.
  func hand(_ text: String) throws(ScriptError) {
    try step("hand(\(now),\(MessageText.literal(text)))")
  }

  /// Whether the dialect takes an address for a message.
  func takesNavigation(_ url: String) throws(ScriptError) -> Bool {
    guard document == nil, half != nil else { return false }
    return try browser.value("__kymograph.navigate(\(MessageText.literal(url)))").asTruth
  }

  /// The text of a file of the dialect's platform.
  func file(_ path: String) -> String? {
    guard document == nil, half != nil else { return nil }
    return (try? browser.value("__kymograph.file(\(MessageText.literal(path)))"))?.asText
  }

  // MARK: What the page asks for

  /// The document that was to come, or another: that is a place where the page wants to go.
  func answerDocument(_ request: ChromiumRequest) throws(ScriptError) {
    guard let text = expected else {
      wanted.append(request.url)
      return try browser.fail(request.id, "Aborted")
    }
    expected = nil
    try answer(request, Array(text.utf8), "text/html; charset=utf-8")
  }

  func answer(_ request: ChromiumRequest) throws(ScriptError) {
    if request.isOfScript {
      // At its time, as everything that scripts ask for.
      lastRequest += 1
      requests[lastRequest] = Answer(request: request.id, network: request.network)
      browser.hold(network: request.network, true)
      view.requested(
        WebRequest(
          number: lastRequest,
          method: request.method,
          url: request.url,
          fields: request.fields,
          body: Array(request.body.utf8)
        )
      )
      return
    }
    let relative = site.shown(request.url)
    guard relative != request.url else { return try browser.fail(request.id, "BlockedByClient") }
    guard let path = WebSite.path(of: relative) else { return try browser.fail(request.id) }
    if let bytes = try? site.folder.bytes(ofFile: path) {
      return try answer(request, bytes, WebFileType.named(path))
    }
    if let text = view.platformFile?(path) {
      return try answer(request, Array(text.utf8), WebFileType.named(path))
    }
    guard site.hasOrigin else { return try browser.fail(request.id) }
    try answer(request, Array("Not Found\n".utf8), "text/plain; charset=utf-8", status: 404)
  }

  /// Answers a call whose script waits for the result, behind all that the page has said before.
  func answerNow(_ request: ChromiumRequest) throws(ScriptError) {
    let asked = browser.tools.read(request.body)?.asList ?? []
    guard asked.count == 3 else {
      throw .browser(
        "a call of the page in Chromium cannot be read (\(request.body.utf8.count) bytes)"
      )
    }
    for entry in asked[0].asList where view.world === self { take(entry.asList) }
    let text = half?.answerNow?(asked[1].asText ?? "", asked[2].asText) ?? ""
    try answer(request, Array(text.utf8), "text/plain; charset=utf-8")
  }

  private func answer(
    _ request: ChromiumRequest,
    _ bytes: [UInt8],
    _ type: String,
    status: Int = 200
  ) throws(ScriptError) {
    try browser.fulfill(
      request.id,
      status: status,
      fields: [
        ("content-type", type), ("cache-control", "no-store"), ("access-control-allow-origin", "*"),
      ],
      body: Base64.encode(bytes)
    )
  }

  func fetch(_ number: Double, _ event: FetchEvent) throws(ScriptError) {
    guard var answer = requests[number] else { return }
    switch event {
    case .response(let response):
      answer.response = response
      answer.body = []
      requests[number] = answer
    case .data(let bytes):
      answer.body += bytes
      requests[number] = answer
    case .failure(let failure): try fetch(number, failed: "\(failure)")
    case .end:
      requests[number] = nil
      browser.hold(network: answer.network, false)
      try browser.fulfill(
        answer.request,
        status: answer.response.status,
        fields: answer.response.fields.map { ($0.name, $0.value) },
        body: Base64.encode(answer.body)
      )
      _ = try settle(slack: 0)
    }
  }

  func fetch(_ number: Double, failed reason: String) throws(ScriptError) {
    guard let answer = requests.removeValue(forKey: number) else { return }
    browser.hold(network: answer.network, false)
    try browser.fail(answer.request)
    _ = try settle(slack: 0)
  }

  // MARK: What the browser tells

  /// A frame of the page wants to go somewhere.
  func wantsInFrame(_ url: String) { wantedInFrames.append(url) }

  /// The page has named itself anew.
  func moved(to url: String) {
    address = url
    view.move(to: url)
  }

  /// A script threw, and nobody caught it.
  func thrown(_ exception: ScriptException) { exceptions.append(exception) }
}
