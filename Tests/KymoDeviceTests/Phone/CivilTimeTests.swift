import KymoCore
import KymoText
import Testing

@testable import KymoDevice

@Suite("Civil time") struct CivilTimeTests {
  @Test(
    "is what the calendar says",
    arguments: [
      (0, "1970-01-01 00:00:00 +0000"), (-1, "1969-12-31 23:59:59 +0000"),
      (951_782_400, "2000-02-29 00:00:00 +0000"), (951_868_800, "2000-03-01 00:00:00 +0000"),
      (1_709_164_800, "2024-02-29 00:00:00 +0000"), (4_107_542_400, "2100-03-01 00:00:00 +0000"),
      (4_107_542_399, "2100-02-28 23:59:59 +0000"), (1_246_732_200, "2009-07-04 18:30:00 +0000"),
      // Proleptic: 1582 has no gap, and 10-04 is followed by 10-05.
      (-12_219_292_800, "1582-10-15 00:00:00 +0000"),
      (-12_219_292_801, "1582-10-14 23:59:59 +0000"),
      (-12_220_156_800, "1582-10-05 00:00:00 +0000"),
      (253_402_300_799, "9999-12-31 23:59:59 +0000"),
      (253_402_300_800, "10000-01-01 00:00:00 +0000"),
      (-62_135_596_800, "0001-01-01 00:00:00 +0000"),
      (-62_135_596_801, "0000-12-31 23:59:59 +0000"),
      (-62_167_219_201, "-0001-12-31 23:59:59 +0000"),
      // The first and the last second of 64 bits of ns.
      (-9_223_372_037, "1677-09-21 00:12:43 +0000"), (9_223_372_036, "2262-04-11 23:47:16 +0000"),
    ] as [(Int64, String)]
  )
  func known(seconds: Int64, text: String) {
    let time = CivilTime(secondsSince1970: seconds, zoneOffsetMinutes: 0)
    #expect(time.description == text)
    #expect(time.secondsSince1970 == seconds)
  }

  @Test(
    "is that of the zone",
    arguments: [
      (0, "1970-01-01 00:00:00 +0000"), (120, "1970-01-01 02:00:00 +0200"),
      (-360, "1969-12-31 18:00:00 -0600"), (-210, "1969-12-31 20:30:00 -0330"),
      (345, "1970-01-01 05:45:00 +0545"), (1439, "1970-01-01 23:59:00 +2359"),
      (-1439, "1969-12-31 00:01:00 -2359"), (-1, "1969-12-31 23:59:00 -0001"),
    ]
  )
  func zones(minutes: Int, text: String) {
    let time = CivilTime(secondsSince1970: 0, zoneOffsetMinutes: minutes)
    #expect(time.description == text)
    #expect(time.secondsSince1970 == 0)
  }

  @Test("counts the days of 800 years one by one") func everyDay() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var days = CivilTime(daysSince1970: -135_140).daysSince1970
    #expect(CivilTime(daysSince1970: days).description.hasPrefix("1600-01-01 "))
    var mistakes = 0
    for year in 1600..<2400 as Range<Int64> {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for month in 1...12 {
        for day in 1...lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) {
          let time = CivilTime(daysSince1970: days)
          if time.date != CalendarDate(year: Int(year), month: month, day: day) { mistakes += 1 }
          if time.daysSince1970 != days { mistakes += 1 }
          days += 1
        }
      }
    }
    #expect(mistakes == 0)
  }

  @Test("comes back as it went", arguments: 0..<4 as Range<UInt64>) func roundTrip(seed: UInt64) {
    var random = Xoshiro256StarStar(seed: seed, stream: 0)
    for _ in 0..<20_000 {
      let seconds = Int64(bitPattern: random.next()) >> random.integer(2...60)
      let zone = random.integer(-1439...1439)
      let time = CivilTime(secondsSince1970: seconds, zoneOffsetMinutes: zone)
      #expect(time.secondsSince1970 == seconds, "seed \(seed)")
      #expect(
        1...12 ~= time.date.month && 1...31 ~= time.date.day && 0..<86_400 ~= time.secondOfDay,
        "seed \(seed), \(seconds) s"
      )
    }
  }
}
