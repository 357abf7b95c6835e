import KymoCore
import KymoText

/// The plugins of positions: Cordova's of iOS, and Capacitor's of both phones.
///
/// Cordova's of Android asks for a permission alone; its page then takes the web view's own `navigator.geolocation`.
struct PositionPlugin {
  /// A call that waits for fixes.
  private struct Waiting {
    var token: String
    /// The page's name for a watch; nil for a call that is answered once.
    var watch: String?
    var isCordova: Bool
    /// When it is too late, in ns; nil if never.
    var due: Int64?
    var timeout: Int64 = 0
    /// When it was answered last, in ns.
    var last: Int64?
    /// The last place that it was given.
    var place: Location?
    /// How far a place is from the last at least, in m.
    var distance: Double = 0
  }

  /// What is the least distance of two fixes of a watch of Capacitor's on Android, in ns.
  private static var interval: Int64 { 5_000_000_000 }
  /// How long Capacitor waits for a fix unless the page says so, in ms.
  private static var patience: Double { 10_000 }

  private var waiting: [Waiting] = []
  private var last: (fix: Location, time: Int64)?

  /// When the first is too late, in ns; nil if none waits so.
  var nextDue: Int64? {
    var first: Int64?
    for index in waiting.indices { first = first.earlier(waiting[index].due) }
    return first
  }

  /// Forgets who waits.
  mutating func lose() { waiting = [] }

  // MARK: Calls

  /// Takes a call.
  ///
  /// - Returns: whether it is one of its own.
  mutating func take(_ call: DialectCall, _ moment: inout DeviceMoment) -> Bool {
    let given = DeviceParameters(call.parameters)
    if moment.denied.contains(.location), let refusal = Self.refusal(of: call.command) {
      moment.answer(call.token, refusal)
      return true
    }
    switch call.command {
    case "Geolocation.getPermission":
      // The level of the interface: from 31 on, the page asks for high accuracy.
      moment.answer(call.token, .value("34"))
    case "Geolocation.checkPermissions", "Geolocation.requestPermissions":
      let granted: JSONText = ["location": "granted", "coarseLocation": "granted"]
      moment.answer(call.token, .value(granted.line))
    case "Geolocation.getLocation": getLocation(call, given, &moment)
    case "Geolocation.addWatch":
      var watch = Waiting(token: call.token, watch: given.text(0, "id"), isCordova: true)
      watch.distance = given.bool(1, "high") ? 5 : 10
      waiting.append(watch)
    case "Geolocation.getCurrentPosition": getCurrentPosition(call, given, &moment)
    case "Geolocation.watchPosition":
      let timeout = Self.timeout(given)
      waiting.append(
        Waiting(
          token: call.token,
          watch: call.token,
          isCordova: false,
          due: moment.now + timeout,
          timeout: timeout
        )
      )
    case "Geolocation.clearWatch": clearWatch(call, given, &moment)
    default: return false
    }
    return true
  }

  /// The answer to a command whose user refuses to tell where the device is; nil if it is answered as ever.
  private static func refusal(of command: String) -> DialectAnswer? {
    switch command {
    case "Geolocation.checkPermissions", "Geolocation.requestPermissions":
      let denied: JSONText = ["location": "denied", "coarseLocation": "denied"]
      return .value(denied.line)
    case "Geolocation.getPermission":
      // The status is Cordova's for an illegal access.
      return .error(DialectError(message: "Illegal access", status: 3))
    case "Geolocation.getLocation", "Geolocation.addWatch":
      return .error(DialectError(code: "1", message: "User denied use of location services."))
    case "Geolocation.getCurrentPosition", "Geolocation.watchPosition":
      let reason = "Location permission request was denied."
      return .error(DialectError(code: "OS-PLUG-GLOC-0003", message: reason))
    default: return nil
    }
  }

  private static func timeout(_ given: DeviceParameters) -> Int64 {
    let milliseconds = given.number(-1, "timeout") ?? patience
    return Int64(max(0, min(milliseconds, 1e12)) * 1e6)
  }

  /// Cordova's on iOS: while positions are taken, the last fix at once.
  private mutating func getLocation(
    _ call: DialectCall,
    _ given: DeviceParameters,
    _ moment: inout DeviceMoment
  ) {
    guard waiting.contains(where: \.isCordova) else {
      waiting.append(Waiting(token: call.token, watch: nil, isCordova: true))
      return
    }
    guard let last else {
      let reason = DialectError(code: "2", message: "Location Services are not ready")
      return moment.answer(call.token, .error(reason))
    }
    moment.answer(call.token, .value(Self.cordova(last.fix, last.time)))
  }

  private mutating func getCurrentPosition(
    _ call: DialectCall,
    _ given: DeviceParameters,
    _ moment: inout DeviceMoment
  ) {
    let age = given.number(-1, "maximumAge") ?? 0
    if let last, age > 0, Double(moment.now - last.time) <= age * 1e6 {
      return moment.answer(
        call.token,
        .value(Self.capacitor(last.fix, last.time, moment.platform))
      )
    }
    let timeout = Self.timeout(given)
    waiting.append(
      Waiting(
        token: call.token,
        watch: nil,
        isCordova: false,
        due: moment.now + timeout,
        timeout: timeout
      )
    )
  }

  private mutating func clearWatch(
    _ call: DialectCall,
    _ given: DeviceParameters,
    _ moment: inout DeviceMoment
  ) {
    guard let id = given.text(0, "id") else {
      let error = DialectError(
        code: "OS-PLUG-GLOC-0013",
        message: "WatchId not provided.",
        status: 9
      )
      return moment.answer(call.token, .error(error))
    }
    waiting.removeAll { $0.watch == id }
    moment.answer(call.token, .value(nil))
  }

  // MARK: Fixes

  /// Takes a fix.
  mutating func take(_ fix: Location, _ moment: inout DeviceMoment) {
    last = (fix, moment.now)
    var kept: [Waiting] = []
    for var one in waiting {
      let isWatch = one.watch != nil
      if !isWatch || isDue(one, fix, moment) {
        let value =
          one.isCordova
          ? Self.cordova(fix, moment.now) : Self.capacitor(fix, moment.now, moment.platform)
        moment.answer(one.token, .value(value), keeps: isWatch)
        one.last = moment.now
        one.place = fix
        if one.due != nil { one.due = moment.now + one.timeout }
      }
      if isWatch { kept.append(one) }
    }
    waiting = kept
  }

  /// Whether a watch gets a fix: it is far enough in time, or in place.
  private func isDue(_ watch: Waiting, _ fix: Location, _ moment: DeviceMoment) -> Bool {
    if watch.isCordova {
      guard let place = watch.place else { return true }
      return !GreatCircle.isWithin(watch.distance, place, fix)
    }
    guard moment.platform == .android, let last = watch.last else { return true }
    return moment.now - last >= Self.interval
  }

  /// What is too late fails: on iOS every watch with it.
  mutating func advance(_ moment: inout DeviceMoment) {
    guard waiting.contains(where: { $0.due.map { $0 <= moment.now } ?? false }) else { return }
    let error = DialectError(
      code: "OS-PLUG-GLOC-0010",
      message: "Could not obtain location in time. Try with a higher timeout."
    )
    var kept: [Waiting] = []
    for one in waiting {
      let isLate = one.due.map { $0 <= moment.now } ?? false
      if isLate || moment.platform == .ios && !one.isCordova {
        moment.answer(one.token, .error(error))
      } else {
        kept.append(one)
      }
    }
    waiting = kept
  }

  // MARK: Texts

  /// What is unknown, as iOS says it.
  private static func known(_ value: Float) -> Double { value.isNaN ? -1 : Double(value) }

  private static func cordova(_ fix: Location, _ time: Int64) -> String {
    let value: JSONText = [
      "latitude": JSONText(fix.latitude), "longitude": JSONText(fix.longitude),
      "altitude": JSONText(fix.altitude.isNaN ? 0 : fix.altitude),
      "accuracy": JSONText(known(fix.horizontalAccuracy)), "heading": JSONText(known(fix.course)),
      "velocity": JSONText(known(fix.speed)),
      "altitudeAccuracy": JSONText(known(fix.verticalAccuracy)),
      "timestamp": JSONText(time / 1_000_000),
    ]
    return value.line
  }

  private static func capacitor(
    _ fix: Location,
    _ time: Int64,
    _ platform: PagePlatform
  ) -> String {
    let isIOS = platform == .ios
    var coordinates: [JSONMember] = [
      JSONMember("latitude", JSONText(fix.latitude)),
      JSONMember("longitude", JSONText(fix.longitude)),
      JSONMember("accuracy", JSONText(known(fix.horizontalAccuracy))),
    ]
    func add(_ name: String, _ value: Double, unknown: Double?) {
      if !value.isNaN {
        coordinates.append(JSONMember(name, JSONText(value)))
      } else if isIOS {
        coordinates.append(JSONMember(name, JSONText(unknown)))
      }
    }
    add("altitude", fix.altitude, unknown: 0)
    add("altitudeAccuracy", Double(fix.verticalAccuracy), unknown: -1)
    add("speed", Double(fix.speed), unknown: -1)
    add("heading", Double(fix.course), unknown: nil)
    if isIOS { add("course", Double(fix.course), unknown: nil) }
    let value: JSONText = [
      "timestamp": JSONText(time / 1_000_000), "coords": .object(coordinates),
    ]
    return value.line
  }
}
