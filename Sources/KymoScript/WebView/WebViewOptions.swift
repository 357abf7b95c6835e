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
  /// Where the library of documents lies.
  public var documentLibrary = "/usr/share/nodejs/domino/lib"

  /// Seed 0, the usual limits, UTC, American English.
  public init() {}
}
