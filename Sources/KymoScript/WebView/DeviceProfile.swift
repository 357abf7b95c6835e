import KymoText

/// The device that a page finds itself on: its sizes, and who it says it is.
public struct DeviceProfile: Sendable, Equatable {
  /// What the user calls it.
  public var name: String
  /// The width of screen and window, in CSS pixels.
  public var width: Int
  /// The height of screen and window, in CSS pixels.
  public var height: Int
  /// How many pixels of the screen one CSS pixel is wide.
  public var ratio: Double
  /// Whose web view it is.
  public var system: PagePlatform

  /// How many CSS pixels a side may have.
  public static let sides = 1...16_384
  /// How many pixels of the screen a CSS pixel may be wide.
  public static let ratios = 0.1...10.0

  /// An iPhone 15, which is what pages find if nobody says anything else.
  public static let iPhone15 = DeviceProfile(
    name: "iphone-15",
    width: 393,
    height: 852,
    ratio: 3,
    system: .ios
  )
  /// A Pixel 8.
  public static let pixel8 = DeviceProfile(
    name: "pixel-8",
    width: 412,
    height: 915,
    ratio: 2.625,
    system: .android
  )
  /// The devices that have a name.
  public static let named = [iPhone15, pixel8]

  private init(name: String, width: Int, height: Int, ratio: Double, system: PagePlatform) {
    self.name = name
    self.width = width
    self.height = height
    self.ratio = ratio
    self.system = system
  }

  /// Reads a device: the name of one of ``named``, or its sizes.
  ///
  /// It is nil for a name that nobody knows, and for sizes outside of ``sides`` and ``ratios``.
  ///
  /// - Parameter text: a name, `WxH` in CSS pixels, or `WxH@RATIO`; sizes are those of a phone with iOS.
  public init?(_ text: String) {
    if let known = Self.named.first(where: { $0.name == text }) {
      self = known
      return
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count <= 2, sides.count == 2, let width = Self.side(sides[0]),
      let height = Self.side(sides[1])
    else { return nil }
    var ratio = 1.0
    if parts.count == 2 {
      guard let given = Double(parts[1]), Self.ratios.contains(given) else { return nil }
      ratio = given
    }
    self.init(name: text, width: width, height: height, ratio: ratio, system: .ios)
  }

  private static func side(_ text: Substring) -> Int? {
    guard text.allSatisfy(\.isASCII), text.allSatisfy(\.isNumber), let side = Int(text),
      sides.contains(side)
    else { return nil }
    return side
  }

  /// What the page reads as its user agent.
  public var agent: String {
    switch system {
    case .ios:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
    case .android:
      "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A.231105.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
        + "Version/4.0 Chrome/120.0.6099.144 Mobile Safari/537.36"
    }
  }

  /// The device for the platform's script device.js, as JSON.
  var json: String {
    let members: JSONText = [
      "width": JSONText(width), "height": JSONText(height), "ratio": JSONText(ratio),
      "system": JSONText(system.rawValue), "agent": JSONText(agent),
      "platform": JSONText(system == .ios ? "iPhone" : "Linux aarch64"),
      "vendor": JSONText(system == .ios ? "Apple Computer, Inc." : "Google Inc."),
    ]
    return members.compactText
  }
}
