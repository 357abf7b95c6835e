public import KymoBridge

/// How a page is run.
public struct WebViewOptions: Sendable {
  /// Where everything random starts.
  public var seed: UInt64 = 0
  /// The limits of scripts.
  public var limits = ScriptLimits()
  /// The zone of the page's dates, as in "Europe/Berlin".
  public var zone = "UTC"
  /// The locale of the page's texts, as in "de-DE".
  public var locale = "en-US"
  /// Whether accelerations have the other sign, as those of the iPhone's web view have: -9.81 on z at rest face up.
  public var negatesMotion = false
  /// The address that the page's folder is the root of.
  public var origin = WebOrigin.automatic
  /// The folder that is the root of the page's origin; nil for the page's own.
  public var root: String?
  /// What runs before the page's first script, anew at each load.
  public var preludes: [WebPrelude] = []
  /// What bundles the modules of pages; nil if nothing does.
  public var bundler: ModuleBundler?
  /// The device that the page finds itself on.
  public var device = DeviceProfile.iPhone15
  /// The permissions that the user refuses.
  public var denied: Set<PagePermission> = []
  /// The servers of web sockets that the page finds.
  public var sockets: [SocketRule] = []
  /// Where the library of documents lies.
  public var documentLibrary = "/usr/share/nodejs/domino/lib"

  /// Seed 0, the usual limits, UTC, American English, an iPhone 15.
  public init() {}

  /// What follows from the phone that a page finds, and from its bridge: the sign of accelerations, the device, and the
  /// origin of Capacitor's pages.
  ///
  /// - Parameters:
  ///   - platform: the phone; nil for none in particular.
  ///   - bridge: the bridge that the page speaks, if it is known.
  public init(for platform: PagePlatform?, _ bridge: PageBridge?) {
    negatesMotion = platform == .ios
    if platform == .android { device = .pixel8 }
    if bridge == .capacitor {
      origin = .named(platform == .android ? "https://localhost" : "capacitor://localhost")
    }
  }
}
