public import KymoCore
public import KymoDevice
public import KymoRecording
import KymoSynth

/// The sample app: QuickConnect's DeviceCatalog, on a simulated phone if its session has a page.
///
/// Without a page it has the commands that a sensor session drives:
///
/// | command | validate | business | view |
/// |---|---|---|---|
/// | `accel` | finite, within ±160 m/s² | magnitude; running low-pass | reply {x, y, z}, smoothed |
/// | `sendloc` | finite, latitude ±90, longitude ±180 | the first fix younger than 5 s, once | reply [lat, lon, alt] |
public final class DeviceCatalog: App {
  /// The name under which `--app` finds it.
  public static var name: String { "DeviceCatalog" }

  /// The calls that its page makes.
  public static var summary: String {
    "logMessage, playSound, play, rec, loc, showDate, sendPickResults, switchAccelerometer"
  }

  /// Which phone, and which fix answers `loc`.
  public static var choices: [AppChoice] {
    [
      AppChoice(
        "phone",
        "MODEL",
        values: ["iphone", "ipod-touch"],
        help: "Which phone: an iPod touch cannot vibrate."
      ),
      AppChoice(
        "acceptor",
        "RULE",
        values: ["first-fresh", "settle"],
        help: "Which fix answers loc: the first younger than 5 s, or one within 1 m of the last."
      ),
    ]
  }

  /// Where the phone is, a day, and a second of audio.
  public static var examples: [AppExample] {
    [
      AppExample("'call?cmd=loc'", "where is the phone?"),
      AppExample("'call?cmd=showDate&msg=Date'", "let somebody choose a day"),
      AppExample(
        #"'call?cmd=rec&msg=["a.caf","start"]' 'call?cmd=rec&msg=["a.caf","stop"]' --sandbox ."#,
        "record a second of audio into a file"
      ),
    ]
  }

  /// A walk during which somebody uses the page.
  public static var sessions: [AppSession] {
    [
      AppSession(
        "devicecatalog",
        summary: "a walk during which somebody uses a page that calls every command of the "
          + "DeviceCatalog, some of them wrongly",
        maximumNanoseconds: PageSession.maximumNanoseconds
      ) { wishes in
        let session = PageSession(
          of: CatalogScript.self,
          seed: wishes.seed,
          durationNanoseconds: wishes.durationNanoseconds,
          accelerometerHertz: wishes.accelerometerHertz,
          mode: wishes.mode
        )
        return SessionInputs(description: session.description, list: session.inputs)
      }
    ]
  }

  /// The page: every command as a button, sensors streamed and drawn.
  public static var pages: [AppPage] {
    [
      AppPage("/index.html", PackageResources.index_html),
      AppPage("/style.css", PackageResources.style_css),
      AppPage("/quickconnect.js", PackageResources.quickconnect_js),
      AppPage("/bridge.js", PackageResources.bridge_js),
      AppPage("/catalog.js", PackageResources.catalog_js),
    ]
  }

  /// The commands and their new handlers.
  public let map: CommandMap
  /// The phone that the handlers work on; nil in a session without a page.
  public let phone: Phone?

  /// Makes the app, with a phone of its own if the session has a page.
  ///
  /// - Throws: `AppError.sandbox` if the phone cannot keep its files there.
  public init(_ setup: AppSetup) throws {
    guard let calls = setup.calls else {
      phone = nil
      map = Self.makeMap()
      return
    }
    var model = PhoneModel()
    if setup.choices["phone"] == "ipod-touch" { model = .iPodTouch }
    if setup.choices["acceptor"] == "settle" { model.locationAcceptor = .settle() }
    model.seed = setup.seed
    if let sandbox = setup.sandbox { model.storage = .directory(path: sandbox) }
    do {
      let phone = try Phone(model)
      self.phone = phone
      map = Self.makeMap(phone, calls: calls)
    } catch {
      if let sandbox = setup.sandbox { throw AppError.sandbox(sandbox) }
      throw AppError.setup("\(error)")
    }
  }

  /// The phone.
  public var device: (any AppDevice)? { phone }

  /// Counts of the phone that are not 0.
  public var counters: [SessionResult.Counter] {
    (phone?.counters ?? []).filter { $0.count > 0 }.map { .init(name: $0.name, count: $0.count) }
  }

  /// The errors of the phone.
  public static func errorName(_ code: UInt16) -> String? {
    PhoneError.allCases.first { $0.code == code }?.description
  }

  /// Maps the commands to new handlers; a map serves one dispatcher.
  public static func makeMap() -> CommandMap {
    var map = CommandMap()
    map.validate("accel", AccelerationRange())
    map.business("accel", AccelerationMagnitude())
    map.business("accel", AccelerationLowPass())
    map.view("accel", AccelerationView())
    map.validate("sendloc", LocationRange())
    map.business("sendloc", FirstFreshFix())
    map.view("sendloc", LocationView())
    return map
  }
}
