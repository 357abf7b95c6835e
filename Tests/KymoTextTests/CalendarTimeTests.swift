import Testing

@testable import KymoText

@Suite("Times of the calendar") struct CalendarTimeTests {
  @Test(
    "RFC 9110's own example, and days around leap years",
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ] as [(Int64, String)]
  )
  func http(_ second: Int64, _ text: String) {
    #expect(CalendarTime(nanosecondsSinceEpoch: second * 1_000_000_000 + 999_999_999).http == text)
  }

  @Test("The first and the last moment of 64 bits") func limits() {
    #expect(CalendarTime(nanosecondsSinceEpoch: .min).iso == "1677-09-21T00:12:43Z")
    #expect(CalendarTime(nanosecondsSinceEpoch: .max).iso == "2262-04-11T23:47:16Z")
    #expect(CalendarTime(nanosecondsSinceEpoch: -1).unix == "Wed Dec 31 23:59:59 UTC 1969")
  }

  @Test("Days come back as they went, before the year 1 as well") func days() {
    for days in stride(from: -1_500_000, through: 1_500_000, by: 97) {
      let date = CalendarDate(daysSince1970: days)
      #expect(date.daysSince1970 == days)
      #expect(1...12 ~= date.month && 1...31 ~= date.day)
    }
    #expect(CalendarDate(daysSince1970: -719_468).year == 0)
  }

  @Test("Division rounds down") func division() {
    #expect(Int64(-7).dividedDown(by: 3) == (-3, 2) && Int64(7).dividedDown(by: 3) == (2, 1))
    #expect(Int64(-6).dividedDown(by: 3) == (-2, 0))
  }
}
