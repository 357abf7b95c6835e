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
    help:
      "Let the app's own page take part: it gets events and replies, and calls the app, as in run."
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
      "bridge",
      "NAME",
      kind: .choice(PageBridge.allCases.map(\.rawValue)),
      help: """
        The page's bridge, if it cannot be detected: quickconnect, wvjb (WebViewJavascriptBridge), \
        or wvjb4, which is injected once the page has loaded.
        """
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
  ].map(\.rare)

  /// The options of `world` that were given, as a command line for another process.
  static func words(_ arguments: ParsedArguments) -> [String] {
    world.filter { arguments.isGiven($0.name) }
      .map { "--\($0.name)=\(arguments.text($0.name))" }
  }

  /// Refuses what a page finds around it where there is none.
  static func checkWorld(_ arguments: ParsedArguments) throws(CommandFailure) {
    try arguments.check(
      world.map(\.name),
      haveEffectIf: arguments.isGiven(page.name),
      "needs --page"
    )
  }

  /// Refuses a zone that nobody knows, where the system has a list of them.
  static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    let (zone, list) = (arguments.text("zone"), "/usr/share/zoneinfo")
    guard UnsafeFileIdentity(path: list + "/UTC") != nil else { return }
    let isName = !zone.isEmpty && !zone.hasPrefix("/") && !zone.contains("..")
    guard isName, UnsafeFileIdentity(path: "\(list)/\(zone)") != nil else {
      throw .usage("--zone \(zone.printable): there is no such time zone; one is Europe/Berlin")
    }
  }

  /// The engine's part, without limits.
  static func web(_ arguments: ParsedArguments, seed: UInt64) -> WebViewOptions {
    var web = WebViewOptions()
    web.seed = seed
    web.zone = arguments.text("zone")
    web.locale = arguments.text("locale")
    return web
  }

  /// The bridge's part, without faults.
  static func link(_ arguments: ParsedArguments) throws(CommandFailure) -> PageLink.Options {
    var options = PageLink.Options()
    options.bridge = arguments.textIfGiven("bridge").flatMap(PageBridge.init)
    if let path = arguments.textIfGiven("fetch") {
      let text = try UnsafeTextFile.read(path, limit: FetchScript.maximumBytes)
      do throws(FetchScriptError) { options.fetches = try FetchScript(json: text) } catch {
        throw CommandFailure(file: path, "\(error)".printable)
      }
    }
    return options
  }
}
