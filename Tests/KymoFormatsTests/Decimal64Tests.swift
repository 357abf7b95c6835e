import Testing

@testable import KymoFormats
import KymoTestSupport

@Suite("Decimal numbers") struct Decimal64Tests {
  static func parse(_ text: String) -> Decimal64? {
    let bytes = Array(text.utf8)
    return Decimal64(span: bytes.span, start: 0, end: bytes.count)
  }

  @Test("are the nearest Double", arguments: 0..<16)
  func nearestDouble(round: Int) throws {
    let seed = 0xDEC0_0000 + UInt64(round)
    var random = SeededRandom(seed: seed)
    var direct = 0
    for _ in 0..<2000 {
      var text = Bool.random(using: &random) ? "-" : ""
      let digits = Int.random(in: 1...19, using: &random)
      let point = Int.random(in: 0...digits, using: &random)
      for place in 0..<digits {
        if place == point { text += place == 0 ? "0." : "." }
        text += String(Int.random(in: 0...9, using: &random))
      }
      if round % 2 == 1 { text += "e\(Int.random(in: -12...12, using: &random))" }
      let decimal = try #require(Self.parse(text), "seed \(seed): \(text)")
      let expected = try #require(Double(text))
      if let double = decimal.double {
        direct += 1
        #expect(double.bitPattern == expected.bitPattern, "seed \(seed): \(text)")
      }
    }
    #expect(direct > 1000, "seed \(seed)")
  }

  @Test("are the nearest Double at halves and for shortest representations", arguments: 0..<4)
  func roundTrip(round: Int) throws {
    let seed = 0xD0B1_0000 + UInt64(round)
    var random = SeededRandom(seed: seed)
    for _ in 0..<5000 {
      let value = Double.random(in: -1000...1000, using: &random)
      let decimal = try #require(Self.parse("\(value)"), "seed \(seed): \(value)")
      if let double = decimal.double {
        #expect(double == value, "seed \(seed)")
      }
      // 2^53 + an odd number is exactly half way between two values.
      let half = (1 << 53) + 2 * UInt64.random(in: 0..<1 << 40, using: &random) + 1
      let middle = try #require(Self.parse("\(half)"))
      #expect(middle.double == Double(half), "seed \(seed): \(half)")
    }
  }

  @Test(
    "keep every ns of a time",
    arguments: [
      ("1699734109763076401", 0, 1_699_734_109_763_076_401),
      ("1.699734109763076401e18", 0, 1_699_734_109_763_076_401),
      ("1699734109.763076401", 9, 1_699_734_109_763_076_401),
      ("3.446083327E-3", 9, 3_446_083), ("0,0034", 9, 3_400_000),
      ("-0.99497705078125", 9, -994_977_051),
      ("1.0455E2", 9, 104_550_000_000), ("0.0000000005", 9, 1), ("-0.0000000005", 9, -1),
      ("0.00000000049999", 9, 0), ("1e-400", 9, 0), ("0e999999", 9, 0), ("+7", 0, 7),
      ("9223372036854775807", 0, .max),
    ] as [(String, Int, Int64)]
  )
  func integers(text: String, scale: Int, expected: Int64) throws {
    #expect(try #require(Self.parse(text)).integer(scale: scale) == expected)
  }

  @Test(
    "say when an integer does not fit",
    arguments: ["9223372036854775808", "1e19", "1e999999999999"]
  )
  func overflow(text: String) throws {
    #expect(try #require(Self.parse(text)).integer(scale: 0) == nil)
  }

  @Test(
    "refuse what is no number",
    arguments: ["", "-", ".", "1.2.3", "1e", "1e+", "1e1.5", "0x10", "1 2", "--1"]
  )
  func refusal(text: String) {
    #expect(Self.parse(text) == nil)
  }
}
