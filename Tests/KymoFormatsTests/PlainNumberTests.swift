import KymoTestSupport
import Testing

@testable import KymoFormats

/// Numbers that are read some words at once are, bit for bit, what `strtod` makes of their text.
@Suite("Plain numbers") struct PlainNumberTests {
  /// What is read from a text with more text behind it: the number, and how many characters it has.
  private static func read(
    _ text: String,
    separator: String = ",",
    onlyLong: Bool = false
  ) -> (number: Decimal64, length: Int)? {
    let bytes = Array((text + separator + String(repeating: "7", count: 40)).utf8)
    let plain = PlainText(separator: Array(separator.utf8)[0])
    var cursor = 0
    let number =
      onlyLong ? plain.longNumber(bytes.span, &cursor) : plain.number(bytes.span, &cursor)
    return number.map { ($0, cursor) }
  }

  private static func digits(_ count: Int, _ random: inout SeededRandom) -> String {
    (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
  }

  /// A number in one of the forms that apps write, or in one like it.
  private static func text(_ form: Int, _ random: inout SeededRandom) -> String {
    let sign = ["", "-", "", "+"][Int.random(in: 0..<4, using: &random)]
    let exponent =
      ["E", "e", "E-", "E+", "e-0", "E+0", "E-00"][Int.random(in: 0..<7, using: &random)]
      + String(Int.random(in: 0...25, using: &random))
    switch form {
    case 0: return sign + digits(1, &random) + "." + digits(9, &random) + exponent
    case 1: return sign + "0." + digits(Int.random(in: 6...19, using: &random), &random)
    case 2:
      let before = Int.random(in: 0...8, using: &random)
      let behind = Int.random(in: 0...19, using: &random)
      let end = Bool.random(using: &random) ? exponent : ""
      return sign + digits(before, &random) + "." + digits(behind, &random) + end
    case 3:
      // Half way between two values, and its neighbours.
      let half = (1 << 53) + 2 * UInt64.random(in: 0..<1 << 52, using: &random) + 1
      let text = String(half)
      return sign + text.prefix(1) + "." + text.dropFirst()
        + ["", "5", "1"][Int.random(in: 0..<3, using: &random)]
    case 4: return sign + "\(Double.random(in: -1e6...1e6, using: &random).magnitude)"
    default:
      // Around the smallest and the largest values.
      let power = Int.random(in: -330 ... -290, using: &random)
      return sign + digits(1, &random) + "." + digits(9, &random)
        + "E\(Bool.random(using: &random) ? power : -power)"
    }
  }

  @Test("are what strtod makes of them", arguments: 0..<24)
  func property(round: Int) {
    let seed = 0x5742_0000 + UInt64(round)
    var random = SeededRandom(seed: seed)
    var (direct, long) = (0, 0)
    for _ in 0..<4000 {
      let text = Self.text(round % 6, &random)
      guard let (number, length) = Self.read(text) else { continue }
      #expect(length == text.utf8.count, "seed \(seed): \(text)")
      if Self.read(text, onlyLong: true) != nil { long += 1 }
      let bytes = Array(text.utf8)
      let slow = Decimal64(span: bytes.span, start: 0, end: bytes.count)
      #expect(slow?.double?.bitPattern == number.double?.bitPattern, "seed \(seed): \(text)")
      guard let double = number.double else { continue }
      direct += 1
      let expected = UnsafeStrtod.value(text)
      #expect(double.bitPattern == expected.bitPattern, "seed \(seed): \(text)")
    }
    if round % 6 < 5 { #expect(direct > 1000, "seed \(seed)") }
    if [0, 1, 4].contains(round % 6) { #expect(long > 500, "seed \(seed)") }
  }

  @Test(
    "of long forms are read at once",
    arguments: [
      ("3.446083327E-03", 3_446_083_327, -12), ("-1.234567890E-1", 1_234_567_890, -10),
      ("1.020657582E1", 1_020_657_582, -8), ("9.702885426e+00", 9_702_885_426, -9),
      ("12.34567890E12", 1_234_567_890, 4), (".1234567890E5", 1_234_567_890, -5),
      ("0.45565953840528606", 45_565_953_840_528_606, -17),
      ("-10.206575821992613", 10_206_575_821_992_613, -15),
      ("9.999999999999999999", 9_999_999_999_999_999_999, -18),
      ("1234567.00000000", 123_456_700_000_000, -8),
    ] as [(String, UInt64, Int)]
  )
  func longForms(text: String, mantissa: UInt64, exponent: Int) throws {
    let (number, length) = try #require(Self.read(text, onlyLong: true))
    #expect(number.mantissa == mantissa && number.exponent == exponent)
    #expect(number.isNegative == text.hasPrefix("-") && length == text.utf8.count)
  }

  @Test(
    "of other forms are left to whoever reads any",
    arguments: [
      "1", "1.5", "+1.234567890E1", "1698501144003446083", "12345678.9", "1.234567890E100",
      "1.234567890E", "1.234567890E-", "1.2345678901E1", "1.23456789012345678901", "1,234567890E1",
      "1.23456789012345E1", "1.234.567890E1", "\"1.234567890E1\"", "-", "--1.234567890E1",
    ]
  )
  func otherForms(text: String) {
    #expect(Self.read(text, onlyLong: true) == nil)
  }

  @Test("have a comma for a point where fields are apart by something else")
  func decimalComma() throws {
    let (number, _) = try #require(Self.read("-1,234567890E-1", separator: ";", onlyLong: true))
    #expect(number.double == -0.1234567890)
  }

  @Test("are not read beyond the bytes at hand", arguments: 0..<48)
  func shortText(count: Int) {
    let bytes = Array(("-1.234567890E-01," + String(repeating: "8", count: 40)).utf8.prefix(count))
    var cursor = 0
    let number = PlainText(separator: UInt8(ascii: ",")).longNumber(bytes.span, &cursor)
    #expect((number != nil) == (count >= 32))
    #expect(cursor == (count >= 32 ? 16 : 0))
  }
}
