import KymoBridge
import KymoCore
import KymoMCAP
import KymoTestSupport
import Testing

@testable import KymoServer

@Suite("Samples that phones push") struct SensorPushTests {
  private func push(_ payload: String, limit: Int = 1000) throws -> SensorPush {
    try push(body: #"{"messageId":7,"payload":[\#(payload)]}"#, limit: limit)
  }

  private func push(body: String, limit: Int = 1000) throws -> SensorPush {
    var document = JSONDocument(limits: BridgeLimits(messageBytes: 1 << 20, depth: 128))
    try Array(body.utf8).withRawSpan { body throws(JSONError) in try document.parse(body) }
    return try SensorPush(document, limit: limit)
  }

  private func vector(_ name: String, _ time: Int64, _ x: Double, _ y: Double, _ z: Double)
    -> String
  {
    #"{"name":"\#(name)","time":\#(time),"values":{"x":\#(x),"y":\#(y),"z":\#(z)}}"#
  }

  @Test("Whatever the order they come in, they leave in that of their times") func order() throws {
    for seed in UInt64(1)...20 {
      print("seed \(seed)")
      var chance = SeededRandom(seed: seed)
      // Beyond 2^53, where doubles know only every 256th.
      let times = (0..<100).map { _ in 1_700_000_000_000_000_000 + Int64(chance.below(60)) }
      let names = ["gyroscope", "magnetometer", "totalacceleration"]
      let parts = times.enumerated().map { vector(names[chance.below(3)], $1, Double($0), 0, 0) }
      let push = try push(parts.joined(separator: ","))
      #expect(push.samples.count == 100)
      #expect(push.samples.map(\.time) == times.sorted())
      #expect(push.leftOut.isEmpty)
      #expect(push.message == 7)
    }
  }

  @Test("Samples of one time and sensor keep their order") func stable() throws {
    let parts = (0..<20).map { vector("gyroscope", 5, Double($0), 0, 0) }
    let push = try push(parts.joined(separator: ","))
    #expect(push.samples.map { $0.payload.acceleration.x } == (0..<20).map(Double.init))
  }

  @Test("Gravity is added: the last that is not newer, or the first there is") func gravity() throws
  {
    let push = try push(
      [
        vector("accelerometer", 30, 1, 0, 0), vector("gravity", 20, 0, 0, 9),
        vector("accelerometer", 10, 2, 0, 0), vector("gravity", 25, 0, 5, 8),
        vector("accelerometer", 20, 3, 0, 0), vector("accelerometer", 24, 4, 0, 0),
      ]
      .joined(separator: ",")
    )
    let found = push.samples.map {
      [
        Double($0.time), $0.payload.acceleration.x, $0.payload.acceleration.y,
        $0.payload.acceleration.z,
      ]
    }
    #expect(found == [[10, 2, 0, 9], [20, 3, 0, 9], [24, 4, 0, 9], [30, 1, 5, 8]])
    #expect(!push.lacksGravity)
  }

  @Test("Without gravity it is said; with totals the parts are left out") func totals() throws {
    #expect(try push(vector("accelerometer", 1, 1, 2, 3)).lacksGravity)
    let push = try push(
      [
        vector("accelerometer", 1, 1, 2, 3), vector("gravity", 1, 0, 0, 9),
        vector("TotalAcceleration", 1, 4, 5, 6),
      ]
      .joined(separator: ",")
    )
    #expect(push.samples.map { $0.payload.acceleration.z } == [6])
    #expect(push.leftOut.values.reduce(0, +) == 2)
  }

  @Test("Gravity alone is no sample, and is counted as left out") func gravityAlone() throws {
    let push = try push(
      [vector("gravity", 1, 0, 0, 9), vector("gravity", 2, 0, 0, 9)].joined(separator: ",")
    )
    #expect(push.samples.isEmpty && !push.lacksGravity)
    #expect(push.leftOut == ["gravity, as there is no accelerometer": 2])
  }

  @Test("Positions, with what a phone does not know") func positions() throws {
    let push = try push(
      #"{"name":"location","time":1700000000123456789,"values":{"latitude":1.5,"longitude":-2.5,"#
        + #""altitude":3,"horizontalAccuracy":-1,"speed":0,"bearing":359.5}}"#
    )
    let location = try #require(push.samples.first).payload.location
    #expect(location.latitude == 1.5 && location.longitude == -2.5 && location.altitude == 3)
    #expect(location.fixTimestamp == 1_700_000_000_123_456_789)
    #expect(location.horizontalAccuracy.isNaN && location.verticalAccuracy.isNaN)
    #expect(location.speed == 0 && location.course == 359.5)
  }

  @Test("What is left out is counted, and names do not pile up") func leftOut() throws {
    let parts = (0..<200).map { #"{"name":"sensor \#($0)","time":1,"values":{}}"# }
    let push = try push(parts.joined(separator: ","))
    #expect(push.samples.isEmpty && push.leftOut.count <= 33)
    #expect(push.leftOut.values.reduce(0, +) == 200 && push.leftOut["others"] == 168)
    for wrong in [
      "1", "null", "[]", "{}", #"{"name":5}"#, #"{"name":"gyroscope"}"#,
      #"{"name":"gyroscope","time":1.5,"values":{"x":1,"y":1,"z":1}}"#,
      #"{"name":"gyroscope","time":"1","values":{"x":1,"y":1,"z":1}}"#,
      #"{"name":"gyroscope","time":-1,"values":{"x":1,"y":1,"z":1}}"#,
      #"{"name":"gyroscope","time":9223372036854775808,"values":{"x":1,"y":1,"z":1}}"#,
      #"{"name":"gyroscope","time":1,"values":7}"#,
      #"{"name":"gyroscope","time":1,"values":{"x":1,"y":"1","z":1}}"#,
      #"{"name":"barometer","time":1,"values":{}}"#, #"{"name":"location","time":1,"values":{}}"#,
    ] {
      let push = try self.push(wrong)
      #expect(push.samples.isEmpty && push.leftOut.values.reduce(0, +) == 1, "\(wrong)")
    }
  }

  @Test("Limits, and bodies that are none") func limits() throws {
    let parts = (0..<10).map { vector("gyroscope", Int64($0), 1, 1, 1) }.joined(separator: ",")
    #expect(try push(parts, limit: 10).samples.count == 10)
    #expect { try push(parts, limit: 9) } throws: { ($0 as? SensorPushError)?.isTooMuch == true }
    for body in ["[]", "{}", "1", #"{"payload":{}}"#, #"{"payload":null}"#] {
      #expect { try push(body: body) } throws: { ($0 as? SensorPushError)?.isTooMuch == false }
    }
    #expect(try push("").samples.isEmpty)
  }
}
