import KymoCore
import KymoText

/// The plugins of a phone that every dialect finds, over the recorded streams: position, accelerometer, device, app.
///
/// A command of the app, and a scripted one, of the same name win.
struct DeviceTable {
  /// A command of the table.
  struct Command: Sendable {
    /// "Plugin.method".
    var name: String
    /// Whether it is answered again and again.
    var isMany = false
  }

  /// The commands that dialects list for their pages.
  static let commands: [Command] = [
    Command(name: "Geolocation.getCurrentPosition"),
    Command(name: "Geolocation.watchPosition", isMany: true),
    Command(name: "Geolocation.clearWatch"),
    Command(name: "Geolocation.checkPermissions"),
    Command(name: "Geolocation.requestPermissions"),
    Command(name: "Device.getId"),
    Command(name: "Device.getInfo"),
    Command(name: "Device.getLanguageCode"),
    Command(name: "Device.getLanguageTag"),
    Command(name: "App.getInfo"),
    Command(name: "App.getState"),
    Command(name: "App.getLaunchUrl"),
  ]

  /// The services of the table, so that an action which it lacks is told from a service.
  static let services: Set<String> = ["Geolocation", "Accelerometer", "Device", "App"]

  private let platform: PagePlatform
  private let denied: Set<PagePermission>
  private let locale: String
  private let seed: UInt64
  /// Whether the app is in the foreground.
  var isActive = true
  private var positions: PositionPlugin
  private var accelerometer: AccelerometerPlugin

  /// The device before it has felt anything.
  init(
    _ platform: PagePlatform,
    denied: Set<PagePermission> = [],
    locale: String,
    seed: UInt64
  ) {
    self.platform = platform
    self.denied = denied
    self.locale = locale
    self.seed = seed
    positions = PositionPlugin()
    accelerometer = AccelerometerPlugin()
  }

  /// The moment at a time.
  private func moment(_ now: Int64) -> DeviceMoment {
    DeviceMoment(now: now, platform: platform, denied: denied)
  }

  /// Takes a call.
  ///
  /// - Returns: what is answered at once; nil if the table has no such command.
  mutating func call(_ call: DialectCall, at now: Int64) -> [DeviceAnswer]? {
    var moment = moment(now)
    if positions.take(call, &moment) || accelerometer.take(call, &moment) { return moment.answers }
    guard let value = facts(call.command) else { return nil }
    return [DeviceAnswer(token: call.token, answer: .value(value.line))]
  }

  /// Takes an event of a sensor.
  ///
  /// - Returns: what it leads to.
  mutating func sense(_ event: borrowing Event) -> [DeviceAnswer] {
    var moment = moment(event.timestamp)
    switch (event.source, event.kind) {
    case (.accelerometer, .acceleration): accelerometer.take(event.payload.acceleration, &moment)
    case (.location, .location): positions.take(event.payload.location, &moment)
    default: break
    }
    return moment.answers
  }

  /// When something is due without an event, in ns; nil if nothing is.
  var nextDue: Int64? { positions.nextDue.earlier(accelerometer.nextDue) }

  /// Lets happen what is due.
  mutating func advance(to now: Int64) -> [DeviceAnswer] {
    var moment = moment(now)
    positions.advance(&moment)
    accelerometer.advance(&moment)
    return moment.answers
  }

  /// Forgets who waits, since the page is gone.
  mutating func lose() {
    positions.lose()
    accelerometer.lose()
  }

  /// The facts about phone and app: made up, the same in every run.
  private func facts(_ command: String) -> JSONText? {
    let isIOS = platform == .ios
    let identifier = hexadecimal
    switch command {
    case "Device.getDeviceInfo":
      return [
        "manufacturer": JSONText(isIOS ? "Apple" : "Google"),
        "model": JSONText(isIOS ? "iPhone15,4" : "Pixel 8"),
        "platform": JSONText(isIOS ? "iOS" : "Android"), "version": JSONText(isIOS ? "18.0" : "15"),
        "uuid": JSONText(identifier), "cordova": JSONText(isIOS ? "7.1.1" : "14.0.0"),
        "isVirtual": false, "serial": "unknown", "isiOSAppOnMac": false,
      ]
    case "Device.getInfo":
      return [
        "name": JSONText(isIOS ? "iPhone" : "Pixel 8"),
        "manufacturer": JSONText(isIOS ? "Apple" : "Google"),
        "model": JSONText(isIOS ? "iPhone15,4" : "Pixel 8"),
        "platform": JSONText(platform.rawValue),
        "operatingSystem": JSONText(platform.rawValue),
        "osVersion": JSONText(isIOS ? "18.0" : "15"), "isVirtual": false,
        "webViewVersion": JSONText(isIOS ? "18.0" : "131.0.0.0"),
      ]
    case "Device.getId": return ["identifier": JSONText(identifier)]
    case "Device.getLanguageTag": return ["value": JSONText(locale)]
    case "Device.getLanguageCode":
      return ["value": JSONText(locale.split(separator: "-").first.map(String.init) ?? locale)]
    case "App.getInfo":
      return ["id": "kymograph.page", "name": "Page", "version": "1.0", "build": "1"]
    case "App.getState": return ["isActive": JSONText(isActive)]
    case "App.getLaunchUrl": return .object([])
    default: return nil
    }
  }

  /// An identifier of the device, from the seed: 16 hexadecimal digits.
  private var hexadecimal: String {
    var random = SplitMix64(seed: seed)
    let digits = String(random.next(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
