import KymoBridge
import KymoCommandLine
import KymoMCAP
import KymoRecording
import KymoScript
import KymoText
import KymoTrials

/// What a page finds around it: as the command line says, else as the recording of an earlier run has it.
struct PageSetting {
  /// The page, as the user named it.
  let page: String
  /// The phone that the page finds: as said or recorded, else an iPhone; nil for a page's recording from before there
  /// was a choice, whose accelerations had the sign of Android on an iPhone.
  let platform: PagePlatform?
  /// The bridge's part, without faults.
  private(set) var link = PageLink.Options()
  /// What plugins and servers answer.
  let answers: PageAnswers
  private let arguments: ParsedArguments
  private let recorded: [String: String]

  /// The setting of a page that takes part in measuring a recording; nil without one.
  ///
  /// - Throws: as ``init(of:_:_:)``; `usage` for a device or zone that nobody knows.
  init?(
    for file: SessionFile,
    _ path: String,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    guard let page = arguments.textIfGiven(PageOptions.page.name) else { return nil }
    try PageOptions.check(arguments)
    try self.init(of: page, arguments, (file, path))
  }

  /// Reads what the command line names.
  ///
  /// - Parameters:
  ///   - page: the page's path.
  ///   - arguments: the command line.
  ///   - recording: the recording, and its path; nil without one.
  /// - Throws: `usage`; what is wrong with the scripts of servers and plugins.
  init(
    of page: String,
    _ arguments: ParsedArguments,
    _ recording: (file: SessionFile, path: String)?
  ) throws(CommandFailure) {
    self.page = page
    self.arguments = arguments
    let description = recording?.file.description
    recorded = description?.page ?? [:]
    platform = Self.platform(arguments, description)
    link.bridge = arguments.textIfGiven("bridge").flatMap(PageBridge.init)
    link.dialect = try Self.dialect(arguments, of: page, platform ?? .ios)
    if !arguments.isGiven("handler"), let text = recorded["handlers"] {
      link.dialect?.handlers = Self.handlers(recorded: text)
    }
    if let text = arguments.texts("handler").first, link.dialect == nil {
      throw .usage(
        "--handler \(text.printable): \(page.printable) has no handlers; try --bridge raw"
      )
    }
    if arguments.isGiven("plugins"), link.dialect == nil {
      throw .usage(
        "--plugins: \(page.printable) speaks no bridge with plugins; --bridge says which"
      )
    }
    answers = try PageAnswers(arguments, recording, hasPlugins: link.dialect != nil)
    if let plugins = try answers.pluginScript() { link.dialect?.plugins = plugins }
    if let servers = try answers.fetchScript() { link.fetches = servers }
  }

  /// The handlers of the web view that are not of the usual kind, as a recording has them; nil for none.
  var handlers: String? {
    guard let handlers = link.dialect?.handlers, !handlers.isEmpty else { return nil }
    return handlers.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
      .joined(separator: " ")
  }

  private static func platform(
    _ arguments: ParsedArguments,
    _ description: SessionDescription?
  ) -> PagePlatform? {
    if let name = arguments.textIfGiven("platform") { return PagePlatform(rawValue: name) }
    if arguments.isGiven("device"), let system = DeviceProfile(arguments.text("device"))?.system {
      return system
    }
    if let name = description?.page["platform"] { return PagePlatform(rawValue: name) }
    return description?.origin == "run" ? nil : .ios
  }

  // MARK: The engine

  /// The engine's part, without limits.
  ///
  /// - Parameter seed: where everything random starts.
  /// - Returns: what follows from phone and dialect, unless the command line or the recording says otherwise.
  /// - Throws: that a prelude cannot be read; an origin that is none.
  func web(seed: UInt64) throws(CommandFailure) -> WebViewOptions {
    var web = WebViewOptions(for: platform, link.dialect?.bridge)
    web.seed = seed
    web.zone = arguments.text("zone")
    web.locale = arguments.text("locale")
    if let text = arguments.textIfGiven("origin") {
      guard let origin = WebOrigin(text) else {
        throw .usage(
          "--origin \(text.printable): it is file, or an address such as capacitor://localhost"
        )
      }
      web.origin = origin
    }
    let denied =
      arguments.isGiven("deny")
      ? arguments.texts("deny")
      : (recorded["denied"] ?? "").split(separator: " ").map(String.init)
    web.denied = Set(denied.compactMap(PagePermission.init))
    web.root = arguments.textIfGiven("root")
    if web.root != nil, web.origin == .file {
      throw .usage("--root needs an --origin that is not file")
    }
    web.preludes = try arguments.texts("prelude").map { path throws(CommandFailure) in
      WebPrelude(name: path, text: try UnsafeTextFile.read(path, limit: 16 << 20))
    }
    web.bundler = EsbuildRun.bundler { Interrupt.process.isRequested }
    let name = arguments.isGiven("device") ? arguments.text("device") : recorded["device"]
    if let device = name.flatMap(DeviceProfile.init) { web.device = device }
    return web
  }

  /// The facts about the page that a recording of its run has.
  ///
  /// - Parameter web: the engine's part.
  /// - Returns: the facts by name.
  func description(_ web: WebViewOptions) -> [String: String] {
    var facts: [String: String] = [:]
    facts["platform"] = platform?.rawValue
    facts["bridge"] = link.dialect?.bridge.rawValue
    facts["handlers"] = handlers
    let denied = web.denied.map(\.rawValue).sorted()
    if !denied.isEmpty { facts["denied"] = denied.joined(separator: " ") }
    if web.device.name != WebViewOptions(for: platform, nil).device.name {
      facts["device"] = web.device.name
    }
    return facts
  }

  /// The dialect that a page speaks, as it was said or found; nil if it speaks an older bridge.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - page: the page's path.
  ///   - platform: the phone that the page finds.
  /// - Returns: how the dialect is set up.
  /// - Throws: a kind of handler that is none.
  private static func dialect(
    _ arguments: ParsedArguments,
    of page: String,
    _ platform: PagePlatform
  ) throws(CommandFailure) -> PageDialect.Options? {
    let said = arguments.textIfGiven("bridge").flatMap(PageBridge.init)
    let found = said == nil ? DialectFinder(of: page)?.find() : nil
    guard let bridge = said ?? found?.bridge, bridge.isDialect else { return nil }
    var options = PageDialect.Options(bridge)
    options.platform = platform
    options.reason = said == nil ? found?.reason : nil
    options.handlers = try handlers(arguments, bridge, platform)
    return options
  }

  /// The web view's own handlers that are not of the usual kind.
  ///
  /// - Throws: a kind that is none, or that the phone does not have.
  private static func handlers(
    _ arguments: ParsedArguments,
    _ bridge: PageBridge,
    _ platform: PagePlatform
  ) throws(CommandFailure) -> [String: HandlerKind] {
    var kinds: [String: HandlerKind] = [:]
    for text in arguments.texts("handler") {
      guard let (name, kind) = HandlerKind.named(text), !name.isEmpty else {
        throw .usage("--handler takes NAME=reply or NAME=listener; not '\(text.printable)'")
      }
      guard bridge == .raw else {
        throw .usage(
          "--handler \(text.printable): the page's bridge is \(bridge.rawValue), not raw"
        )
      }
      guard platform == (kind == .reply ? .ios : .android) else {
        throw .usage(
          "--handler \(text.printable): \(platform.rawValue) has no handlers of that kind"
        )
      }
      kinds[name] = kind
    }
    return kinds
  }

  /// The handlers as a recording has them.
  private static func handlers(recorded text: String) -> [String: HandlerKind] {
    var kinds: [String: HandlerKind] = [:]
    for pair in text.split(separator: " ") {
      guard let (name, kind) = HandlerKind.named(pair) else { continue }
      kinds[name] = kind
    }
    return kinds
  }
}
