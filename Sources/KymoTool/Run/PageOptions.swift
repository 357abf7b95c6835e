import KymoBridge
import KymoCommandLine
import KymoScript
import KymoText
import KymoTrials

/// How a page is run: what `run`, `bench` and `gate` have in common.
enum PageOptions {
  /// `--page FILE`, of commands that measure an app with or without its page.
  static let page = OptionSpecification(
    "page",
    "FILE",
    kind: .file,
    help: "Let the app's own page take part, as in run."
  )

  /// The options for the surroundings of the page.
  static let world = [
    OptionSpecification(
      "zone",
      "NAME",
      default: "UTC",
      help: "The time zone that the page sees, such as Europe/Berlin."
    ),
    OptionSpecification(
      "locale",
      "NAME",
      default: "en-US",
      help: "The locale that the page sees, such as de-DE."
    ),
    OptionSpecification(
      "device",
      "NAME|WxH[@RATIO]",
      default: DeviceProfile.iPhone15.name,
      help: """
        The device that the page sees: \(DeviceProfile.named.map(\.name).joined(separator: ", ")), \
        or sizes in CSS pixels, such as 390x844@3.
        """
    ),
    OptionSpecification(
      "bridge",
      "NAME",
      kind: .choice(PageBridge.allCases.map(\.rawValue)),
      help: """
        The page's bridge, if it is not the one that is found: quickconnect, wvjb \
        (WebViewJavascriptBridge), wvjb4, which is injected once the page has loaded, cordova, \
        capacitor, raw (handlers of the web view), reactnative, dsbridge or dsbridge2, jsbridge \
        or jsbridge2, hotwire, or tauri.
        """
    ),
    OptionSpecification(
      "platform",
      "NAME",
      kind: .choice(PagePlatform.allCases.map(\.rawValue)),
      help: "The phone that the page finds: ios, unless given, or android."
    ),
    OptionSpecification(
      "plugins",
      "FILE",
      kind: .file,
      help: """
        What plugins answer that no command of the app does: JSON, by \"Plugin.method\"; or what \
        kymo-recorder.js wrote on a phone, whose answers are given again.
        """
    ),
    OptionSpecification(
      "handler",
      "NAME=KIND",
      isRepeatable: true,
      help: """
        A handler of --bridge raw that is not of the usual kind: reply, whose postMessage gives a \
        promise (ios), or listener, an object that gets message events (android).
        """
    ),
    OptionSpecification(
      "deny",
      "PERMISSION",
      kind: .choice(PagePermission.allCases.map(\.rawValue)),
      isRepeatable: true,
      help: "Refuse the page a permission. All others are granted."
    ),
    OptionSpecification(
      "fetch",
      "FILE",
      kind: .file,
      help: """
        What servers answer to the page: rules in JSON. Without rules there is only a URL \
        shortener.
        """
    ),
    OptionSpecification(
      "origin",
      "ORIGIN",
      help: """
        The address that the page's folder is the root of: capacitor://localhost, https://localhost, \
        or file for none. By default https://localhost for a page with modules or absolute paths.
        """
    ),
    OptionSpecification(
      "root",
      "FOLDER",
      kind: .file,
      help: "The folder that is the root of the origin, if the page lies deeper in it."
    ),
    OptionSpecification(
      "prelude",
      "FILE",
      kind: .file,
      isRepeatable: true,
      help: "Run this script before the page's first, anew at each load."
    ),
  ].map(\.rare)

  /// The options of `world` that were given, as a command line for another process.
  static func words(_ arguments: ParsedArguments) -> [String] {
    world.filter { arguments.isGiven($0.name) }
      .flatMap { option in arguments.texts(option.name).map { "--\(option.name)=\($0)" } }
  }

  /// Refuses what a page finds around it where there is none.
  static func checkWorld(_ arguments: ParsedArguments) throws(CommandFailure) {
    try arguments.check(
      world.map(\.name),
      haveEffectIf: arguments.isGiven(page.name),
      "needs --page"
    )
  }

  /// Refuses a device that nobody knows, and a zone, where the system has a list of them.
  static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    let device = arguments.text("device")
    guard DeviceProfile(device) != nil else {
      let names = DeviceProfile.named.map(\.name).joined(separator: ", ")
      throw .usage(
        "--device takes \(names), or sizes such as 390x844@3; not '\(device.printable)'"
      )
    }
    let (zone, list) = (arguments.text("zone"), "/usr/share/zoneinfo")
    guard UnsafeFileIdentity(path: list + "/UTC") != nil else { return }
    let isName = !zone.isEmpty && !zone.hasPrefix("/") && !zone.contains("..")
    guard isName, UnsafeFileIdentity(path: "\(list)/\(zone)") != nil else {
      throw .usage("--zone \(zone.printable): there is no such time zone; one is Europe/Berlin")
    }
  }

  /// The engine's part, without limits.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - seed: where everything random starts.
  ///   - platform: the phone; nil for none in particular.
  ///   - bridge: the dialect; nil for an older bridge.
  /// - Returns: what follows from phone and dialect, unless the command line says otherwise.
  /// - Throws: that a prelude cannot be read; an origin that is none.
  static func web(
    _ arguments: ParsedArguments,
    seed: UInt64,
    _ platform: PagePlatform?,
    _ bridge: PageBridge?
  ) throws(CommandFailure) -> WebViewOptions {
    var web = WebViewOptions(for: platform, bridge)
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
    web.denied = Set(arguments.texts("deny").compactMap(PagePermission.init))
    web.root = arguments.textIfGiven("root")
    if web.root != nil, web.origin == .file {
      throw .usage("--root needs an --origin that is not file")
    }
    web.preludes = try arguments.texts("prelude").map { path throws(CommandFailure) in
      WebPrelude(name: path, text: try UnsafeTextFile.read(path, limit: 16 << 20))
    }
    web.bundler = EsbuildRun.bundler { Interrupt.process.isRequested }
    if arguments.isGiven("device"), let device = DeviceProfile(arguments.text("device")) {
      web.device = device
    }
    return web
  }

  /// The phone that the page finds, if it was given: by its name, or by the device.
  static func platform(_ arguments: ParsedArguments) -> PagePlatform? {
    if let name = arguments.textIfGiven("platform") { return PagePlatform(rawValue: name) }
    guard arguments.isGiven("device") else { return nil }
    return DeviceProfile(arguments.text("device"))?.system
  }

  /// The dialect that a page speaks, as it was said or found; nil if it speaks an older bridge.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - page: the page's path.
  ///   - platform: the phone that the page finds.
  /// - Returns: how the dialect is set up.
  /// - Throws: what is wrong with the script of plugins.
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
    guard let path = arguments.textIfGiven("plugins") else { return options }
    options.plugins = try PluginScript(file: path)
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
  static func handlers(recorded text: String) -> [String: HandlerKind] {
    var kinds: [String: HandlerKind] = [:]
    for pair in text.split(separator: " ") {
      guard let (name, kind) = HandlerKind.named(pair) else { continue }
      kinds[name] = kind
    }
    return kinds
  }

  /// The bridge's part, without faults.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - page: the page's path.
  ///   - platform: the phone that the page finds.
  /// - Returns: how the link works.
  /// - Throws: what is wrong with the scripts of servers and plugins.
  static func link(
    _ arguments: ParsedArguments,
    of page: String,
    platform: PagePlatform
  ) throws(CommandFailure) -> PageLink.Options {
    var options = PageLink.Options()
    options.bridge = arguments.textIfGiven("bridge").flatMap(PageBridge.init)
    options.dialect = try dialect(arguments, of: page, platform)
    if let text = arguments.texts("handler").first, options.dialect == nil {
      throw .usage(
        "--handler \(text.printable): \(page.printable) has no handlers; try --bridge raw"
      )
    }
    if arguments.isGiven("plugins"), options.dialect == nil {
      throw .usage(
        "--plugins: \(page.printable) speaks no bridge with plugins; --bridge says which"
      )
    }
    if let path = arguments.textIfGiven("fetch") {
      let text = try UnsafeTextFile.read(path, limit: FetchScript.maximumBytes)
      do throws(FetchScriptError) { options.fetches = try FetchScript(json: text) } catch {
        throw CommandFailure(file: path, "\(error)".printable)
      }
    }
    return options
  }
}
