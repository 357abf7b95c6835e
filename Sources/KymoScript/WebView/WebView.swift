import KymoBridge
public import KymoCore
import KymoHTTP
import KymoText

/// A page with its document and its scripts, on a clock that somebody sets.
///
///     let view = WebView(clock: ScriptClock(), delegate: app)
///     try view.load("app/index.html")
///     try view.evaluate("document.title", name: "title")
///
/// It belongs to one thread, and does nothing by itself: ``runTimers(at:)`` lets the page's timers go on, one after the
/// other. Whatever a page can see of time, chance, zone and locale comes from here, so that the same calls give the
/// same page.
public final class WebView {
  /// The time that the page sees.
  public let clock: ScriptClock
  /// How it is run.
  public let options: WebViewOptions
  /// The delegate that is told; not held.
  public weak var delegate: (any WebViewDelegate)?
  /// The page's scripts; nil before the first is loaded.
  private(set) var world: (any PageWorld)?
  /// The world of the page's scripts; nil before the first is loaded, and in a browser.
  public var context: ScriptContext? { (world as? WebWorld)?.context }
  /// The browser that runs the page; nil for our own engine.
  let browser: ChromiumBrowser?
  /// Whether dialogs are answered with yes, where a browser answers them in the page.
  var confirms = true
  /// The files of the platform, by their paths, for a page whose folder lacks them.
  var platformFile: ((String) -> String?)?
  /// The page's folder, with its address; nil before the first page is loaded.
  private(set) var site: WebSite?
  /// The address of the page, relative to its folder; without a fragment.
  private(set) var file = ""
  /// The fragment of the address with its "#", if the page has an origin.
  private var fragment = ""
  /// Where the page wants to go, once what runs now has ended; empty for the same page.
  private var destination: String?
  private var storage: [String: String] = [:]
  /// Whether the app is in the background, so that nobody sees its page.
  var isHidden = false
  /// The modules of its pages.
  let modules = WebModules()
  private var pendingRequests: [WebRequest] = []
  private var cancelledRequests: [Double] = []

  /// A view without a page.
  public init(
    clock: ScriptClock,
    options: WebViewOptions = WebViewOptions(),
    delegate: (any WebViewDelegate)? = nil,
    browser: ChromiumBrowser? = nil
  ) {
    self.browser = browser
    self.clock = clock
    self.options = options
    self.delegate = delegate
  }

  // MARK: Loading

  /// Loads a page, or a script without one, and runs what belongs to loading.
  ///
  /// - Parameter path: a file that ends with ".js" is a script; anything else is HTML.
  /// - Throws: ``WebViewError``; an error that a script of the page throws is no such error.
  public func load(_ path: String) throws(WebViewError) {
    try prepare(path)
    try open()
  }

  /// Finds a page and its folder, and what it needs, without running anything: ``open()``.
  ///
  /// - Parameter path: as of ``load(_:)``.
  /// - Throws: ``WebViewError``, if a file cannot be read.
  func prepare(_ path: String) throws(WebViewError) {
    fragment = ""
    file = path.split(separator: "/").last.map(String.init) ?? path
    var folder = try AppFolder(of: path)
    let isPage = !file.hasSuffix(".js") && !file.hasSuffix(".mjs")
    let need = isPage ? WebOrigin.need(of: try folder.read(file: file)) : WebOrigin.Need()
    if need.modules { modules.bundler = options.bundler?.name() }
    var origin: String?
    switch options.origin {
    case .named(let name): origin = name
    case .file: break
    case .automatic:
      if options.root != nil || need != WebOrigin.Need() { origin = WebOrigin.usual }
    }
    if let origin {
      if let root = options.root { folder = try AppFolder(root) }
      site = WebSite(folder, origin: origin)
      file = WebSite.address(ofFile: try folder.relative(path))
    } else {
      site = WebSite(files: folder)
    }
  }

  /// Loads the page that was found.
  ///
  /// - Throws: as ``load(_:)``.
  func open() throws(WebViewError) { try load(.load) }

  /// What has bundled the page's modules, such as "esbuild 0.17.0"; nil if no page had any.
  public var bundler: String? { modules.bundler }

  /// The page's origin, such as `https://localhost`; nil if it is a file among others.
  public var origin: String? {
    site.flatMap { $0.hasOrigin ? String($0.base.dropLast()) : nil }
  }

  /// Loads the same page anew: its scripts start again, with the time going on.
  ///
  /// - Throws: as ``load(_:)``.
  public func reload() throws(WebViewError) { try load(.reload) }

  private func load(_ navigation: NavigationType) throws(WebViewError) {
    guard let site else { preconditionFailure("there is no page to load again") }
    destination = nil
    guard delegate?.webView(self, shouldStart: file, navigation) ?? true else { return }
    delegate?.webViewDidStart(self)
    do throws(WebViewError) {
      modules.reset()
      let (path, text) = try site.document(at: file)
      do throws(ScriptError) {
        let world = try makeWorld(site)
        self.world = world
        delegate?.webViewDidCreateScripts(self)
        for entry in storage.sorted(by: { $0.key < $1.key }) {
          let parts = entry.key.split(
            separator: "\0",
            maxSplits: 1,
            omittingEmptySubsequences: false
          )
          try world.restore(entry.value, of: String(parts[1]), in: String(parts[0]))
        }
        try world.load(
          text,
          at: site.base + file + fragment,
          name: site.base + path,
          isScript: path.hasSuffix(".js") || path.hasSuffix(".mjs")
        )
        if let world = world as? WebWorld { try runPreludes(in: world) }
        nextMilliseconds = try world.nextTurn()
      } catch {
        if case .thrown(let exception) = error,
          exception.message.hasPrefix("the document library lacks")
        {
          throw .noDocument(options.documentLibrary)
        }
        throw .script(error)
      }
    } catch {
      delegate?.webView(self, didFail: error)
      throw error
    }
  }

  private func makeWorld(_ site: WebSite) throws(ScriptError) -> any PageWorld {
    if let browser { return ChromiumPage(self, site, in: browser) }
    return try WebWorld(self, site)
  }

  /// Runs what comes before the page's first script; what it throws is as if the page had.
  private func runPreludes(in world: WebWorld) throws(ScriptError) {
    for prelude in options.preludes {
      do throws(ScriptError) {
        try world.context.evaluate(prelude.text, name: prelude.name)
      } catch {
        guard case .thrown(let exception) = error else { throw error }
        delegate?.webView(self, thrown: exception)
      }
    }
  }

  /// Goes where the page wanted to go while something of it ran.
  ///
  /// - Returns: whether another page is there now.
  /// - Throws: as ``load(_:)``.
  @discardableResult
  public func navigate() throws(WebViewError) -> Bool {
    guard let destination else { return false }
    self.destination = nil
    if destination.isEmpty {
      try load(.reload)
      return true
    }
    file = destination
    if site?.hasOrigin == true { move(to: destination) }
    try load(.other)
    return true
  }

  /// Whether the page wants to go somewhere: ``navigate()``.
  public var wantsToNavigate: Bool { destination != nil }

  /// The file that the page wants to go to; nil if it stays.
  var wantedFile: String? { destination.map { $0.isEmpty ? file : $0 } }

  // MARK: Time

  private var nextMilliseconds = Double.infinity
  /// How many turns there were at the time of the last one, in ns.
  private var (turnTime, turnCount) = (Int64.min, 0)
  /// How many turns there may be at one time: channels and workers can send messages to and fro for ever.
  private static let turnLimit = 1_000_000

  /// When the page's next turn is due, in ns: a timer, or a step of loading; nil if none waits.
  public var nextTimer: Int64? {
    guard nextMilliseconds < 9e12 else { return nil }
    // The product of a time that is a whole number of ns is off by a part of one.
    let exact = nextMilliseconds * 1e6
    let near = exact.rounded()
    return max(Int64(abs(exact - near) < 0.01 ? near : exact.rounded(.up)), clock.now)
  }

  /// Takes the turns that are due at or before a time, one after the other.
  ///
  /// - Parameter time: in ns; the clock is set to the time of each turn, and then to this.
  /// - Returns: whether there was one.
  /// - Throws: a limit that a script ran into; what a script throws goes to the delegate.
  @discardableResult
  public func runTimers(at time: Int64) throws(ScriptError) -> Bool {
    var hasRun = false
    while let next = nextTimer, next <= time, destination == nil, let world {
      clock.now = max(clock.now, next)
      try countTurn()
      _ = try world.takeTurn(max(nextMilliseconds, clock.milliseconds))
      nextMilliseconds = try world.nextTurn()
      hasRun = true
    }
    clock.now = max(clock.now, time)
    return hasRun
  }

  /// Counts a turn of scripts, and looks once in a while whether somebody has asked for the end.
  private func countTurn() throws(ScriptError) {
    if turnTime != clock.now { (turnTime, turnCount) = (clock.now, 0) }
    turnCount += 1
    guard turnCount.isMultiple(of: 1024) else { return }
    if options.limits.isInterrupted?() == true { throw .interrupted(source: file) }
    if turnCount >= Self.turnLimit { throw .endlessTurns(turnCount, source: file) }
  }

  // MARK: What native code does

  /// Evaluates a script in the page.
  ///
  /// - Throws: what it throws; ``ScriptError/notCallable(_:)`` without a page.
  @discardableResult
  public func evaluate(
    _ source: String,
    name: String,
    line: Int = 1
  ) throws(ScriptError) -> ScriptValue {
    guard let context else { throw .notCallable("a page that is not loaded") }
    return try context.evaluate(source, name: name, line: line)
  }

  /// Gives the page an acceleration, with gravity, in m/s² on the axes of the device; nothing if nobody listens.
  ///
  /// - Throws: a limit that a script ran into.
  public func motion(x: Double, y: Double, z: Double) throws(ScriptError) {
    guard let world, world.wishes.motion else { return }
    let sign = options.negatesMotion ? -1.0 : 1
    let values: [3 of Double] = [x * sign, y * sign, z * sign]
    try world.motion(values.span)
    nextMilliseconds = try world.nextTurn()
  }

  /// Gives the page a position; nothing if nobody asks.
  ///
  /// - Throws: a limit that a script ran into.
  public func position(_ location: Location, at time: Int64) throws(ScriptError) {
    guard let world, world.wishes.positions else { return }
    let values: [8 of Double] = [
      location.latitude, location.longitude, location.altitude,
      Double(location.horizontalAccuracy), Double(location.verticalAccuracy),
      Double(location.speed), Double(location.course), Double(time) / 1e6,
    ]
    try world.position(values.span)
    nextMilliseconds = try world.nextTurn()
  }

  /// The sensors that the page listens to.
  var wishes: (motion: Bool, positions: Bool) {
    guard let wishes = world?.wishes else { return (false, false) }
    return (wishes.motion, wishes.positions)
  }

  /// Hands a reply to the page.
  ///
  /// - Parameter script: `handleRequest('name',json)` or `handleJSONRequest('name','json')`, which call the page's
  ///   functions without evaluating anything; any other script is evaluated.
  /// - Throws: what the page throws.
  public func run(reply script: RawSpan) throws(ScriptError) {
    guard let world else { return }
    try world.run(reply: script)
    nextMilliseconds = try world.nextTurn()
  }

  /// Tells the QuickConnect script of the page that its call in flight has arrived.
  ///
  /// - Throws: what the page throws.
  public func acknowledge() throws(ScriptError) {
    guard let world else { return }
    try world.acknowledge()
    nextMilliseconds = try world.nextTurn()
  }

  /// How many calls wait in the queue of the page's own QuickConnect script, behind the one in flight.
  var waitingCalls: UInt64 {
    guard let world, let count = try? world.waitingCalls() else { return 0 }
    return count > 0 ? UInt64(count) : 0
  }

  // MARK: What the page asks for

  /// Where the page wants to go, if it may.
  ///
  /// - Returns: whether the page goes on with it by itself, as it does with a place within it.
  func wants(_ url: String, _ navigation: NavigationType) -> Bool {
    let address = shown(url)
    guard delegate?.webView(self, shouldStart: address, navigation) ?? true else { return false }
    switch navigation {
    case .iframe: return true
    case .reload: destination = ""
    case .back: break
    default:
      let path = String(address.prefix { $0 != "#" })
      if address.contains("#"), path == file || path.isEmpty { return true }
      if site?.hasOrigin == true, url != address {
        destination = address.isEmpty ? "/" : address
      } else if address.contains(":") {
        delegate?.webView(self, didFail: .outside(address))
      } else {
        destination = path
      }
    }
    return false
  }

  /// An address without what stands for the folder of the app.
  func shown(_ url: String) -> String { site?.shown(url) ?? url }

  /// The page has named itself anew, within its origin: that is where it is when it is loaded again.
  func move(to url: String) {
    guard let site, site.hasOrigin else { return }
    let address = site.shown(url)
    let path = address.prefix { $0 != "#" }
    file = path == "/" ? "" : String(path)
    fragment = String(address.dropFirst(path.count))
  }

  /// The page is loaded.
  func didFinish() { delegate?.webViewDidFinish(self) }

  /// Keeps what the page stores; a nil value removes it, a nil key all of the area.
  func keep(area: String, key: String?, value: String?) {
    guard let key else {
      storage = storage.filter { !$0.key.hasPrefix(area + "\0") }
      return
    }
    storage[area + "\0" + key] = value
  }

  /// A request of the page.
  func requested(_ request: WebRequest) { pendingRequests.append(request) }

  /// The page does not want the answer any more.
  func cancelled(_ number: Double) {
    let count = pendingRequests.count
    pendingRequests.removeAll { $0.number == number }
    if pendingRequests.count == count { cancelledRequests.append(number) }
  }

  /// Whether requests wait for an answer.
  var hasRequests: Bool { !pendingRequests.isEmpty || !cancelledRequests.isEmpty }

  /// The numbers of requests that are under way and not wanted any more, since the last time.
  func takeCancelledRequests() -> [Double] {
    defer { cancelledRequests = [] }
    return cancelledRequests
  }

  /// Tells the page what became of its request.
  ///
  /// - Throws: a limit that a script ran into.
  func fetch(_ number: Double, _ event: FetchEvent) throws(WebViewError) {
    guard let world else { return }
    do throws(ScriptError) {
      try world.fetch(number, event)
      nextMilliseconds = try world.nextTurn()
    } catch { throw .script(error) }
  }

  /// Tells the page why its request came to nothing.
  ///
  /// - Throws: a limit that a script ran into.
  func fetch(_ number: Double, failed reason: String) throws(ScriptError) {
    guard let world else { return }
    try world.fetch(number, failed: reason)
    nextMilliseconds = try world.nextTurn()
  }

  /// Takes notice of turns that somebody else has begun, who called into the page.
  func lookForTurns() throws(ScriptError) { nextMilliseconds = try world?.nextTurn() ?? .infinity }

  /// The requests since the last time.
  public func takeRequests() -> [WebRequest] {
    defer { pendingRequests = [] }
    return pendingRequests
  }
}
