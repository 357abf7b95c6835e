import KymoCore
import Testing

@testable import KymoScript

/// The plugins of a phone: recorded streams as each platform's plugin gives them.
///
/// The names of tests begin with the number of their rule.
@Suite("The phone behind a dialect") struct DeviceTableTests {
  /// A table, and what it answers as lines: the token, a plus if more come, and the JSON.
  private final class Fixture {
    var table: DeviceTable

    init(_ platform: PagePlatform) { table = DeviceTable(platform, locale: "de-DE", seed: 1) }

    private func lines(_ answers: [DeviceAnswer]?) -> [String] {
      guard let answers else { return ["no such command"] }
      return answers.map { one in
        let text = one.answer.text(to: one.token, keeps: one.keeps)
        return text.split(separator: "\n", maxSplits: 1).joined(separator: " ")
      }
    }

    func call(
      _ command: String,
      _ parameters: String = "[]",
      _ token: String = "t",
      at now: Int64 = 0
    ) -> [String] {
      let call = DialectCall(
        command: command,
        parameters: parameters,
        token: token,
        expects: .many
      )
      return lines(table.call(call, at: now))
    }

    private func sense(
      _ source: SourceID,
      _ kind: EventKind,
      _ payload: Payload,
      _ time: Int64
    ) -> [String] {
      lines(
        table.sense(
          Event(
            timestamp: time,
            sequence: 0,
            command: .unknown,
            source: source,
            kind: kind,
            payload: payload
          )
        )
      )
    }

    func sample(_ x: Double, _ y: Double, _ z: Double, at time: Int64) -> [String] {
      sense(.accelerometer, .acceleration, Payload(Acceleration(x: x, y: y, z: z)), time)
    }

    func fix(_ latitude: Double, at time: Int64) -> [String] {
      let place = Location(latitude: latitude, longitude: 2, altitude: 3, fixTimestamp: time)
      return sense(.location, .location, Payload(place), time)
    }

    func wait(until time: Int64) -> [String] { lines(table.advance(to: time)) }
  }

  private static let second: Int64 = 1_000_000_000

  @Test("S1: at rest z is +9.81 with Cordova on both phones", arguments: PagePlatform.allCases)
  func rest(_ platform: PagePlatform) {
    let phone = Fixture(platform)
    #expect(phone.call("Accelerometer.start").isEmpty)
    let z = platform == .ios ? "9.81" : "9.806650161743164"
    #expect(
      phone.sample(0, 0, 9.80665, at: 1_500_000)
        == [#"value t 1 {"x":0,"y":0,"z":\#(z),"timestamp":1}"#]
    )
  }

  @Test("S2: Android's numbers are floats, printed as doubles") func floats() {
    let phone = Fixture(.android)
    _ = phone.call("Accelerometer.start")
    #expect(
      phone.sample(0.1, -0.3, 1, at: 0) == [
        #"value t 1 {"x":0.10000000149011612,"y":-0.30000001192092896,"z":1,"timestamp":0}"#
      ]
    )
  }

  @Test("S3: of 60 samples a second Android's plugin gives each fourth, iOS's all") func rates() {
    for (platform, expected) in [(PagePlatform.android, 15), (.ios, 60)] {
      let phone = Fixture(platform)
      _ = phone.call("Accelerometer.start")
      let count = (0..<60 as Range<Int64>).map {
        phone.sample(0, 0, 9.81, at: $0 * Self.second / 60).count
      }.reduce(0, +)
      #expect(count == expected, "\(platform)")
      #expect(phone.call("Accelerometer.stop", at: Self.second) == ["value t 0"])
      #expect(phone.sample(0, 0, 9.81, at: 2 * Self.second).isEmpty)
    }
  }

  @Test("Without a sample Android's accelerometer gives zeros after two seconds, iOS's nothing")
  func silence() {
    let android = Fixture(.android)
    _ = android.call("Accelerometer.start", at: Self.second)
    #expect(android.table.nextDue == 3 * Self.second)
    #expect(
      android.wait(until: 3 * Self.second) == [#"value t 1 {"x":0,"y":0,"z":0,"timestamp":3000}"#]
    )
    #expect(android.table.nextDue == nil)
    let ios = Fixture(.ios)
    _ = ios.call("Accelerometer.start")
    #expect(ios.table.nextDue == nil)
  }

  @Test("S4: of a fix a second, a watch of Capacitor's on Android gets one in five seconds")
  func watches() {
    for (platform, expected) in [(PagePlatform.android, 4), (.ios, 20)] {
      let phone = Fixture(platform)
      _ = phone.call("Geolocation.watchPosition", "{}")
      let count = (0..<20 as Range<Int64>).map { phone.fix(1, at: $0 * Self.second).count }
      #expect(count.reduce(0, +) == expected, "\(platform)")
    }
  }

  @Test("S5: of two watches one is cleared, by its id; without an id that is an error")
  func cleared() {
    let phone = Fixture(.ios)
    _ = phone.call("Geolocation.watchPosition", "{}", "w1")
    _ = phone.call("Geolocation.watchPosition", "{}", "w2")
    #expect(phone.fix(1, at: 0).count == 2)
    #expect(phone.call("Geolocation.clearWatch", #"{"id":"w1"}"#) == ["value t 0"])
    #expect(phone.fix(1, at: 1).map { $0.prefix(10) } == ["value w2 1"])
    #expect(
      phone.call("Geolocation.clearWatch", "{}") == [
        #"error t 0 {"code":"OS-PLUG-GLOC-0013","message":"WatchId not provided.","status":9}"#
      ]
    )
  }

  @Test("S6: a position that does not come in time is an error; on iOS it ends the watches")
  func late() {
    for platform in PagePlatform.allCases {
      let phone = Fixture(platform)
      _ = phone.call("Geolocation.watchPosition", #"{"timeout":60000}"#, "w")
      _ = phone.call("Geolocation.getCurrentPosition", #"{"timeout":500}"#, "c")
      #expect(phone.table.nextDue == Self.second / 2)
      #expect(phone.wait(until: Self.second / 2 - 1).isEmpty)
      let told = phone.wait(until: Self.second / 2)
      #expect(told.allSatisfy { $0.contains("OS-PLUG-GLOC-0010") })
      #expect(told.count == (platform == .ios ? 2 : 1), "\(platform)")
      #expect(phone.fix(1, at: Self.second).count == (platform == .ios ? 0 : 1))
    }
  }

  @Test("S8: a watch of Cordova's on iOS is a position and a watch: the first fix comes twice")
  func twice() {
    let phone = Fixture(.ios)
    _ = phone.call("Geolocation.getLocation", "[true,0]", "a")
    _ = phone.call("Geolocation.addWatch", #"["id",true]"#, "b")
    let fix = phone.fix(1, at: 2_000_000)
    #expect(
      fix == [
        #"value a 0 {"latitude":1,"longitude":2,"altitude":3,"accuracy":-1,"heading":-1,"velocity":-1,"#
          + #""altitudeAccuracy":-1,"timestamp":2}"#,
        #"value b 1 {"latitude":1,"longitude":2,"altitude":3,"accuracy":-1,"heading":-1,"velocity":-1,"#
          + #""altitudeAccuracy":-1,"timestamp":2}"#,
      ]
    )
    // Five metres are less than one 20,000th of a degree.
    #expect(phone.fix(1.00004, at: 3).isEmpty && phone.fix(1.00005, at: 4).count == 1)
    #expect(phone.call("Geolocation.getLocation", "[true,0]", "c").count == 1, "the last, at once")
  }

  @Test("S9: with the page goes who waits") func lost() {
    let phone = Fixture(.android)
    _ = phone.call("Accelerometer.start")
    _ = phone.call("Geolocation.watchPosition", "{}")
    phone.table.lose()
    #expect(phone.fix(1, at: 1).isEmpty && phone.sample(0, 0, 1, at: 2).isEmpty)
    #expect(phone.table.nextDue == nil)
  }

  @Test("What is unknown of a fix is absent on Android, and on iOS what the phone says")
  func unknown() {
    let android = Fixture(.android)
    _ = android.call("Geolocation.getCurrentPosition", "{}")
    #expect(
      android.fix(1, at: 0) == [
        #"value t 0 {"timestamp":0,"coords":{"latitude":1,"longitude":2,"accuracy":-1,"altitude":3}}"#
      ]
    )
    let ios = Fixture(.ios)
    _ = ios.call("Geolocation.getCurrentPosition", "{}")
    #expect(
      ios.fix(1, at: 0) == [
        #"value t 0 {"timestamp":0,"coords":{"latitude":1,"longitude":2,"accuracy":-1,"altitude":3,"#
          + #""altitudeAccuracy":-1,"speed":-1,"heading":null,"course":null}}"#
      ]
    )
    #expect(ios.call("Geolocation.getCurrentPosition", #"{"maximumAge":5000}"#, at: 1).count == 1)
  }

  @Test("Facts are by platform and seed; what is no command is none") func facts() {
    let phone = Fixture(.android)
    #expect(phone.call("Device.getLanguageCode") == [#"value t 0 {"value":"de"}"#])
    #expect(phone.call("Device.getInfo")[0].contains(#""platform":"android""#))
    #expect(phone.call("Device.getId") == Fixture(.ios).call("Device.getId"))
    #expect(phone.call("Device.nothing") == ["no such command"])
    #expect(phone.call("Camera.getPicture") == ["no such command"])
  }
}
