import KymoBridge
import KymoCore
import KymoHTTP
import KymoMCAP
import KymoText

/// A bridge of today: Cordova, Capacitor, message handlers.
///
/// It knows how its pages call and are answered, and nothing of sensors, faults and recordings.
///
/// Its page half is a script, evaluated before the page's first one. What that hands over are calls, read; what it takes
/// are answers and events, each one text: a line that says to whom it goes, and JSON.
public final class PageDialect {
  /// How a dialect is set up.
  public struct Options: Sendable {
    /// The dialect.
    public var bridge: PageBridge
    /// The phone that the page finds.
    public var platform = PagePlatform.ios
    /// Whether a loss that the phone does not tell of is an error.
    public var isStrict = false
    /// Why it was taken, in words; nil if somebody has said which.
    public var reason: String?
    /// How answers and events reach the page half.
    public var delivery = WebViewBridge.Delivery.functionCall
    /// The answers of plugins that nobody has written in Swift.
    public var plugins = PluginScript()
    /// The web view's own handlers that are not of the usual kind, by name.
    public var handlers: [String: HandlerKind] = [:]

    /// A dialect on an iPhone.
    public init(_ bridge: PageBridge) { self.bridge = bridge }

    /// Whether calls of the dialect may return their results.
    public var hasCallsAtOnce: Bool {
      switch bridge {
      case .raw: platform == .android
      case .dsbridge, .dsbridge2, .jsbridge2: true
      default: false
      }
    }
  }

  /// Gives the result of a command and its parameters, as JSON, as the text that a page half takes.
  typealias AnswerNow = (_ command: String, _ parameters: String?) -> String

  /// The events that a page's half tells of.
  struct Listener {
    var call: (DialectCall) -> Void
    /// Answers a call at once.
    var callNow: (DialectCall) -> String
    var report: (String) -> Void
  }

  /// How it was set up.
  public let options: Options
  /// How many calls and answers came to nothing, as its page half tells.
  public private(set) var reportCount: UInt64 = 0
  /// How many events of the app the page had nobody for.
  public private(set) var unheardCount: UInt64 = 0
  private var isRaisingEvent = false
  /// Whether an earlier page has said that it can be called.
  private var wasReady = false
  private let commands: [String]
  private let answersAtOnce: Bool
  private var seeds: SplitMix64
  private var listener: Listener?
  private var receivePort: ScriptObject?
  /// The page, where scripts are evaluated for it.
  private var page: ScriptContext?
  private var promptPort: ScriptObject?
  private var finishedPort: ScriptObject?
  private var navigatePort: ScriptObject?
  private var filePort: ScriptObject?
  /// The page in a browser, whose half is there; not held.
  weak var browserPage: ChromiumPage?
  /// The listeners of plugins' events, in the order of adding, by "Plugin.event".
  private var listeners: [String: [String]] = [:]

  /// A dialect without a page.
  ///
  /// - Parameters:
  ///   - options: which, and for which phone.
  ///   - commands: the names of the app's commands.
  ///   - answersAtOnce: whether somebody answers calls in the midst of a script.
  ///   - seed: where the ids of calls start, apart from the page's own chance.
  init(_ options: Options, commands: [String], answersAtOnce: Bool = false, seed: UInt64) {
    self.answersAtOnce = answersAtOnce
    self.options = options
    self.commands = commands
    seeds = SplitMix64(seed: seed)
  }

  /// Hands calls and reports to somebody.
  func listen(_ listener: Listener) { self.listener = listener }

  /// The script of the page half.
  static func source(of bridge: PageBridge) -> [UInt8]? {
    switch bridge {
    case .cordova: PackageResources.dialect_cordova_js
    case .capacitor: PackageResources.dialect_capacitor_js
    case .raw: PackageResources.dialect_raw_js
    case .reactnative: PackageResources.dialect_reactnative_js
    case .dsbridge, .dsbridge2: PackageResources.dialect_dsbridge_js
    case .jsbridge, .jsbridge2: PackageResources.dialect_jsbridge_js
    case .hotwire: PackageResources.dialect_hotwire_js
    case .tauri: PackageResources.dialect_tauri_js
    case .quickconnect, .wvjb, .wvjb4: nil
    }
  }

  /// The services that somebody has: the phone, scripted plugins, the app.
  var services: Set<String> {
    DeviceTable.services.union(
      (options.plugins.names + commands).filter { $0.contains(".") }
        .map { String($0.prefix { $0 != "." }) }
    )
  }

  /// The text of a file of the platform that a page's folder need not have; nil if the dialect has none of that path.
  func file(_ path: String) -> String? {
    browserPage?.file(path) ?? (try? filePort?.call([.string(path)]))?.string
  }

  // MARK: The page

  /// Forgets a page that is gone.
  func forget() {
    (receivePort, promptPort, finishedPort) = (nil, nil, nil)
    (navigatePort, filePort) = (nil, nil)
    listeners = [:]
  }

  /// Gives a new page its half.
  ///
  /// - Throws: a limit that a script ran into.
  func attach(_ context: ScriptContext) throws(ScriptError) {
    forget()
    guard let source = Self.source(of: options.bridge) else { return }
    let name = "kymograph/dialect-\(options.bridge.rawValue).js"
    let common = (text: PackageResources.dialect_js, name: "kymograph/dialect.js")
    guard let native = try context.evaluate("({ __proto__: null })", name: name).object else {
      throw .notCallable(name)
    }
    try fill(native, context)
    let shared = try Self.script(common.text, common.name, context).call([.object(native)])
    let half = try Self.script(source, name, context)
    guard let ports = try half.call([.object(native), shared]).object else {
      throw .notCallable(name)
    }
    receivePort = try ports.get("receive").object
    if options.delivery == .evaluation, let receivePort {
      page = context
      try context.global.set(Self.receiver, .object(receivePort), isHidden: true)
    }
    promptPort = try ports.get("prompt").object
    finishedPort = try ports.get("finished").object
    navigatePort = try ports.get("navigate").object
    filePort = try ports.get("file").object
  }

  /// The function that a script of the platform gives.
  private static func script(
    _ text: [UInt8],
    _ name: String,
    _ context: ScriptContext
  ) throws(ScriptError) -> ScriptObject {
    let value = try context.evaluate(String(decoding: text, as: UTF8.self), name: name)
    guard let function = value.object else { throw .notCallable(name) }
    return function
  }

  /// What a page half is told at its start, by name.
  var settings: [(name: String, value: JSONText)] {
    let isSecond = options.bridge == .jsbridge2 || options.bridge == .dsbridge2
    var settings: [(name: String, value: JSONText)] = [
      ("platform", JSONText(options.platform.rawValue)), ("isStrict", JSONText(options.isStrict)),
      ("wasReady", JSONText(wasReady)),
      ("version", JSONText(isSecond ? 2 : options.bridge == .dsbridge ? 3 : 1)),
      ("plugins", pluginList),
    ]
    if options.bridge == .cordova {
      let source = String(decoding: PackageResources.cordova_js, as: UTF8.self)
      settings.append(("cordovaSource", JSONText(source)))
    }
    for name in ["handlers", "replying", "interfaces", "listeners"] {
      settings.append((name, named(name)))
    }
    settings.append(("commands", .array(knownNames.map { JSONText($0) })))
    if options.bridge == .hotwire {
      let components = Self.grouped((commands + options.plugins.names).filter { $0.contains(".") })
      settings.append(("components", .array(components.map { JSONText($0.0) })))
    }
    return settings
  }

  /// Draws where the ids of calls start.
  @discardableResult
  func drawSeed() -> Double { seeds.uniform() }

  /// The draws that come next, which are drawn when a page half tells so.
  func nextSeeds(_ count: Int) -> [Double] {
    var copy = seeds
    return (0..<count).map { _ in copy.uniform() }
  }

  /// Takes a call of the page half.
  func post(_ command: String?, _ parameters: String?, _ token: String?, _ expects: String?) {
    listener?.call(
      DialectCall(
        command: self.command(command ?? ""),
        parameters: parameters,
        token: Self.token(token ?? ""),
        expects: DialectCall.Expectation(rawValue: expects ?? "") ?? .none
      )
    )
  }

  /// Answers a call in the midst of a script: its name and its parameters; nil if the page half has no such calls.
  var answerNow: AnswerNow? {
    guard answersAtOnce || options.hasCallsAtOnce && options.bridge != .raw else { return nil }
    return { [unowned self] name, parameters in
      let call = DialectCall(
        command: command(name),
        parameters: parameters,
        token: "-",
        expects: .once
      )
      return listener?.callNow(call) ?? DialectAnswer.unknown.textAtOnce
    }
  }

  private func fill(_ native: ScriptObject, _ context: ScriptContext) throws(ScriptError) {
    for (name, value) in settings {
      try native.set(name, context.value(json: value.line) ?? .null)
    }
    try add(native, "seed", context) { [unowned self] _ in .number(drawSeed()) }
    try add(native, "post", context) { [unowned self] arguments in
      post(arguments.string(0), arguments.string(1), arguments.string(2), arguments.string(3))
      return .undefined
    }
    if let answerNow {
      try add(native, "callNow", context) { arguments in
        .string(answerNow(arguments.string(0) ?? "", arguments.string(1)))
      }
    }
    try add(native, "control", context) { [unowned self] arguments in
      control(
        arguments.string(0) ?? "",
        arguments.string(1) ?? "",
        Self.token(arguments.string(2) ?? "")
      )
      return .undefined
    }
    try add(native, "report", context) { [unowned self] arguments in
      report(arguments.string(0) ?? "")
      return .undefined
    }
    // What a phone logs beside the page's console is there already.
    try add(native, "log", context) { _ in .undefined }
  }

  private func add(
    _ native: ScriptObject,
    _ name: String,
    _ context: ScriptContext,
    _ body: @escaping ScriptFunctionBody
  ) throws(ScriptError) {
    try native.set(name, .object(context.makeFunction(body)))
  }

  /// The commands that somebody has: the app, scripted plugins, the phone.
  private var knownNames: [String] {
    var seen: Set<String> = []
    return (commands + options.plugins.names + DeviceTable.commands.map(\.name))
      .filter { seen.insert($0).inserted }
  }

  /// The names of message handlers: without an answer, with one, as objects with methods, as objects that are posted to.
  private func named(_ member: String) -> JSONText {
    let kinds = options.handlers
    let usual = (commands + options.plugins.names).filter { kinds[$0] == nil }
    func list(_ names: [String]) -> JSONText { .array(names.map { JSONText($0) }) }
    func special(_ kind: HandlerKind) -> [String] {
      kinds.filter { $0.value == kind }.keys.sorted()
    }
    switch (member, options.platform) {
    case ("handlers", .ios): return list(usual)
    case ("replying", .ios): return list(special(.reply))
    case ("listeners", .android): return list(special(.listener))
    case ("interfaces", .android):
      return .array(
        Self.grouped(usual).map { name, methods in
          ["name": JSONText(name), "methods": .array(methods.map { JSONText($0) })]
        }
      )
    default: return .array([])
    }
  }

  /// The object that has the methods of commands without a dot.
  private static var usualInterface: String { "Android" }

  /// The command that the page means by a name.
  private func command(_ name: String) -> String {
    let prefix = Self.usualInterface + "."
    guard options.bridge == .raw, name.hasPrefix(prefix) else { return name }
    let short = String(name.dropFirst(prefix.count))
    let known = commands + options.plugins.names
    return !known.contains(name) && known.contains(short) ? short : name
  }

  /// "Name.method" texts by the name, in their order; what has no dot is a method of "Android".
  private static func grouped(_ names: [String]) -> [(String, [String])] {
    var groups: [(String, [String])] = []
    for name in names {
      let dot = name.lastIndex(of: ".")
      let group = dot.map { String(name[..<$0]) } ?? usualInterface
      let method = dot.map { String(name[name.index(after: $0)...]) } ?? name
      if let place = groups.firstIndex(where: { $0.0 == group }) {
        groups[place].1.append(method)
      } else {
        groups.append((group, [method]))
      }
    }
    return groups
  }

  /// What native code answers, as Capacitor's page half lists it.
  private var pluginList: JSONText {
    let many = Set(DeviceTable.commands.filter(\.isMany).map(\.name))
    let names = DeviceTable.commands.map(\.name) + options.plugins.names + commands
    return .array(
      Self.grouped(names.filter { $0.contains(".") }).map { name, methods in
        var seen: Set<String> = []
        let listed = methods.filter { seen.insert($0).inserted }
        return [
          "name": JSONText(name),
          "methods": .array(
            listed.map { method in
              [
                "name": JSONText(method),
                "rtype": many.contains("\(name).\(method)") ? "callback" : "promise",
              ]
            }
          ),
        ]
      }
    )
  }

  /// A page's name for whoever waits, without what ends a header's field.
  static func token(_ text: String) -> String {
    let escaped = PercentEscapes.encode(text) { $0 > 0x20 && $0 != UInt8(ascii: "%") }
    return escaped.isEmpty ? "-" : escaped
  }

  func control(_ kind: String, _ name: String, _ token: String) {
    switch kind {
    case "ready": wasReady = true
    case "addListener": listeners[name, default: []].append(token)
    case "removeListener":
      if token == "-" { listeners[name] = nil } else { listeners[name]?.removeAll { $0 == token } }
    default: break
    }
  }

  /// Tells of a loss.
  func report(_ text: String) {
    if isRaisingEvent { unheardCount += 1 } else { reportCount += 1 }
    listener?.report(text)
  }

  /// Writes an event for the page.
  ///
  /// - Parameters:
  ///   - name: the event.
  ///   - json: its data.
  ///   - command: what the page's answer calls; nil if none is wanted.
  /// - Returns: one text for each listener of a plugin's event, else one for the page.
  func texts(ofEvent name: String, _ json: String, answeredBy command: String?) -> [String] {
    if let command { return ["ask \(Self.token(command)) \(name)\n\(json)"] }
    guard let waiting = listeners[name], !waiting.isEmpty else {
      return ["event - \(name)\n\(json)"]
    }
    return waiting.map { "event \($0) \(name)\n\(json)" }
  }

  /// The page's function that evaluated scripts call.
  private static var receiver: String { "kymographReceive" }
  private static let event = Array("event ".utf8)

  /// Gives the page an answer or an event.
  ///
  /// - Throws: what the page throws.
  func receive(_ text: [UInt8]) throws(ScriptError) {
    guard receivePort != nil || browserPage != nil else { return }
    isRaisingEvent = text.starts(with: Self.event)
    defer { isRaisingEvent = false }
    if let browserPage { return try browserPage.receive(text) }
    guard let receivePort else { return }
    if let page {
      let literal = MessageText.literal(String(decoding: text, as: UTF8.self))
      try page.evaluate(Self.receiver + "(\(literal))", name: "bridge")
      return
    }
    try text.withRawSpan { (text) throws(ScriptError) in try receivePort.call(utf8: text) }
  }

  /// The answer to a prompt that is a call; nil if it is a question to the user.
  ///
  /// - Throws: a limit that a script ran into.
  func answer(_ dialog: WebDialog) throws(ScriptError) -> String? {
    guard dialog.kind == "prompt", let promptPort else { return nil }
    return try promptPort.call([.string(dialog.text), .string(dialog.offer)]).string
  }

  /// Whether an address is a message of the dialect's, which is taken.
  ///
  /// - Throws: a limit that a script ran into.
  func take(_ url: String) throws(ScriptError) -> Bool {
    if let browserPage { return try browserPage.takesNavigation(url) }
    return try navigatePort?.call([.string(url)]).boolean ?? false
  }

  /// The page has loaded.
  ///
  /// - Throws: what the page throws.
  func finished() throws(ScriptError) { try finishedPort?.call() }
}
