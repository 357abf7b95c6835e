import Testing

@testable import KymoText

@Suite("Times of ISO 8601") struct ISOTimeTests {
  static func time(_ text: String) -> ISOTime? {
    let bytes = Array(text.utf8)
    return ISOTime(span: bytes.span, start: 0, end: bytes.count)
  }

  @Test(
    "with and without zone, fraction and T",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2024-01-31T12:00:00", 1_706_702_400_000_000_000),
      ("2024-01-31 12:00:00.25", 1_706_702_400_250_000_000),
      ("2024-01-31t12:00:00,123456789999z", 1_706_702_400_123_456_789),
      ("2024-01-31T13:00:00+01:00", 1_706_702_400_000_000_000),
      ("2024-01-31T07:00:00-0500", 1_706_702_400_000_000_000),
      ("2024-01-31 17:30:00 +05:30", 1_706_702_400_000_000_000),
      ("2016-12-31T23:59:60Z", 1_483_228_799_000_000_000), ("09:30:15.123", 34_215_123_000_000),
    ] as [(String, Int64)]
  )
  func times(text: String, nanoseconds: Int64) {
    #expect(Self.time(text)?.nanosecondsSinceEpoch == nanoseconds)
  }

  @Test("tell whether they have a date and a zone")
  func parts() {
    #expect(Self.time("09:30:15")?.date == nil && Self.time("09:30:15")?.zoneMinutes == nil)
    let local = Self.time("2024-01-31T12:00:00-01:30")
    #expect(local?.date == CalendarDate(year: 2024, month: 1, day: 31))
    #expect(local?.zoneMinutes == -90 && local?.nanosecondOfDay == 43_200_000_000_000)
  }

  @Test(
    "are none",
    arguments: [
      "", "12:00", "2024-01-31", "2024-02-30T12:00:00", "2024-01-31T24:00:00",
      "2024-01-31T12:60:00",
      "2024-01-31T12:00:61", "2024-01-31T12:00:00.", "2024-01-31T12:00:00Zx",
      "2024-01-31T12:00:00+1",
      "2024-01-31T12:00:00+24:00", "2024-01-31_12:00:00", "24-01-31T12:00:00", "1706702400",
    ]
  )
  func none(text: String) { #expect(Self.time(text) == nil) }

  @Test("beyond what ns count have no number of them")
  func overflow() {
    #expect(Self.time("9999-01-01T00:00:00Z")?.nanosecondsSinceEpoch == nil)
  }
}
