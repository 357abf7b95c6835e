import KymoText
import Testing

@testable import KymoCommandLine

@Suite("Numbers, quantities and tables") struct TextTests {
  @Test(
    "thousands",
    arguments: [
      (0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"),
      (Int.min, "-9,223,372,036,854,775,808"),
    ]
  )
  func grouped(_ value: Int, _ text: String) {
    #expect(NumberText.grouped(value) == text)
  }

  @Test("fixed decimals") func fixed() {
    #expect(NumberText.fixed(1.005, decimals: 1) == "1.0")
    #expect(NumberText.fixed(0.999, decimals: 2) == "1.00")
    #expect(NumberText.fixed(-0.001, decimals: 2) == "0.00")
    #expect(NumberText.fixed(-12.5, decimals: 0) == "-13")
    #expect(NumberText.fixed(1234.5, decimals: 3, isGrouped: true) == "1,234.500")
    #expect(NumberText.fixed(.nan, decimals: 3) == "-")
    #expect(NumberText.fixed(1e20, decimals: 3) == "1e+20")
  }

  @Test(
    "durations for people",
    arguments: [
      (0, "0 ns"), (999, "999 ns"), (1_000, "1.00 µs"), (12_345, "12.3 µs"), (999_499, "999 µs"),
      (999_500, "1.00 ms"), (45_600_000, "45.6 ms"), (1_500_000_000, "1.50 s"),
      (99_900_000_000, "99.9 s"), (125_000_000_000, "2 min 5 s"), (3_720_000_000_000, "1 h 2 min"),
      (-12_345, "-12.3 µs"), (Int64.min, "-2562047 h 47 min"),
    ]
  )
  func durations(_ nanoseconds: Int64, _ text: String) {
    #expect(QuantityText(isUnicode: true).duration(nanoseconds: nanoseconds) == text)
  }

  @Test("rates and sizes for people") func quantities() {
    let quantity = QuantityText(isUnicode: false)
    #expect(quantity.duration(nanoseconds: 12_345) == "12.3 us")
    #expect(quantity.rate(99.96, of: "events") == "100 events/s")
    #expect(quantity.rate(12_345, of: "events") == "12.3 k events/s")
    #expect(quantity.rate(4_560_000, of: "events") == "4.56 M events/s")
    #expect(quantity.rate(.infinity, of: "events") == "-")
    #expect(quantity.bytes(999) == "999 B")
    #expect(quantity.bytes(1_234) == "1.23 kB")
    #expect(quantity.bytes(45_600_000) == "45.6 MB")
    #expect(quantity.bytes(7_890_000_000) == "7.89 GB")
  }

  private static let table: TextTable = {
    var table = TextTable([.left("command"), .right("count"), .right("p99"), .left("note")])
    table.addRow("acceleration", .integer(1_234_567), .nanoseconds(12_345), "")
    table.addRow("µ", .integer(8), .missing, "rare")
    return table
  }()

  @Test("columns line up, and numbers are plain in a pipe") func piped() {
    #expect(
      Self.table.text(for: TerminalDescription()) == """
        command         count      p99  note
        acceleration  1234567  12.3 µs
        µ                   8        -  rare

        """
    )
  }

  @Test("a terminal gets separators and a bold heading") func terminal() {
    var terminal = TerminalDescription()
    terminal.isOutputTerminal = true
    terminal.hasColor = true
    #expect(
      Self.table.text(for: terminal) == """
        \u{1B}[1mcommand           count      p99  note\u{1B}[0m
        acceleration  1,234,567  12.3 µs
        µ                     8        -  rare

        """
    )
  }
}
