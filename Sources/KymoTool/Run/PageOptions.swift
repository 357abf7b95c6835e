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
}
