import KymoRecording
import Testing

/// What is said of a column of times.
@Suite("Statements of clocks") struct ClockStatementTests {
  @Test("From when a unit counts is said, where it counts from something")
  func texts() {
    for (unit, origin, expected) in [
      (.nanoseconds, .unix, "t is ns since 1970: a; b"),
      (
        .dateTimeDigits, .unix,
        "t is digits of a date and time (YYYYMMDDhhmmss), taken as UTC: a; b"
      ),
      (.iso8601, .unix, "t is text of ISO 8601: a; b"),
      (.seconds, .start, "t is s since the start of the recording: a; b"),
      (
        .timeOfDayDigits, .midnight, "t is digits of a time of day (hhmmss) of an unknown day: a; b"
      ),
      (.microseconds, .unknown, "t is µs since an unknown moment: a; b"),
    ] as [(TimeUnit, ClockStatement.Origin, String)] {
      var statement = ClockStatement(column: "t", unit: unit, origin: origin, evidence: ["a", "b"])
      #expect(statement.text == expected)
      statement.isAssumed = true
      #expect(
        statement.text == expected.replacing("t is ", with: "t is taken as ", maxReplacements: 1)
      )
    }
  }
}
