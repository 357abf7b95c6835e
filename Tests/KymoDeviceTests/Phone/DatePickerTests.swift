import Testing

@testable import KymoDevice

@Suite("Date picker") struct DatePickerTests {
  private static let second: Int64 = 1_000_000_000
  private static let now: Int64 = 1_246_732_200 * second  // 2009-07-04 18:30:00 UTC

  @Test("is open from show to done, once") func states() throws {
    var picker = DatePicker(seed: 1)
    #expect(throws: PhoneError.pickerIsClosed) { try picker.done(at: 0) }
    let time = try picker.show(mode: .date, cause: 7, at: Self.now)
    #expect(picker.isOpen && picker.doneTime == time)
    #expect(throws: PhoneError.pickerIsOpen) {
      try picker.show(mode: .time, cause: 8, at: Self.now)
    }
    #expect(try picker.done(at: time).cause == 7)
    #expect(!picker.isOpen && picker.doneTime == nil)
    #expect(throws: PhoneError.pickerIsClosed) { try picker.done(at: time) }
    #expect(picker.shown == 1 && picker.answered == 1)
    _ = try picker.show(mode: .date, cause: nil, at: time)
    #expect(try picker.done(at: 0).cause == nil)
  }

  @Test(
    "a seeded user needs 1 to 5 s and chooses what the mode allows",
    arguments: DatePickerMode.allCases
  )
  func seeded(mode: DatePickerMode) throws {
    var picker = DatePicker(seed: 3, zoneOffsetMinutes: -360)
    var texts: Set<String> = []
    for _ in 0..<2000 {
      let time = try picker.show(mode: mode, cause: nil, at: Self.now)
      #expect(1...5 ~= Double(time - Self.now) / 1e9)
      let text = try picker.done(at: time).text
      texts.insert(text)
      #expect(text.hasSuffix(":00 -0600") && text.utf8.count == 25)
      switch mode {
      case .date:
        #expect(text.hasSuffix(" 00:00:00 -0600"))
        #expect("2008-07-04" <= text && text < "2010-07-05")
      case .dateAndTime: #expect("2008-07-04" <= text && text < "2010-07-05")
      case .time: #expect(text.hasPrefix("2009-07-04 "))
      }
    }
    #expect(texts.count > 500)
  }

  @Test("the same seed has the same user") func seeds() throws {
    func run(_ seed: UInt64) throws -> [String] {
      var picker = DatePicker(seed: seed)
      return try (0..<5).map { _ in
        let time = try picker.show(mode: .dateAndTime, cause: nil, at: Self.now)
        return "\(time) \(try picker.done(at: time).text)"
      }
    }
    #expect(try run(1) == run(1))
    #expect(try run(1) != run(2))
    #expect(Set(try run(1)).count == 5)
  }

  @Test("a script comes first, and the seed goes on after it") func script() throws {
    let script = [
      DatePickerTap(delayNanoseconds: 0, choice: Self.now),
      DatePickerTap(delayNanoseconds: 9, choice: -1),
      DatePickerTap(delayNanoseconds: 8, choice: .min),
      DatePickerTap(delayNanoseconds: .max, choice: .max),
    ]
    var picker = DatePicker(seed: 1, zoneOffsetMinutes: 60, script: script)
    var unscripted = DatePicker(seed: 1, zoneOffsetMinutes: 60)
    for (time, text) in [
      (100, "2009-07-04 19:30:00 +0100"), (109, "1970-01-01 00:59:59 +0100"),
      (108, "1677-09-21 01:12:43 +0100"), (.max, "2262-04-12 00:47:16 +0100"),
    ] as [(Int64, String)] {
      #expect(try picker.show(mode: .date, cause: nil, at: 100) == time)
      #expect(try picker.done(at: time).text == text)
    }
    let time = try picker.show(mode: .date, cause: nil, at: 100)
    #expect(try unscripted.show(mode: .date, cause: nil, at: 100) == time)
    #expect(try picker.done(at: time) == unscripted.done(at: time))
  }

  @Test("works at both ends of time", arguments: DatePickerMode.allCases)
  func extremes(mode: DatePickerMode) throws {
    for now in [.min, -1, 0, .max - 1, .max] as [Int64] {
      var picker = DatePicker(seed: 5, zoneOffsetMinutes: 1439)
      let time = try picker.show(mode: mode, cause: nil, at: now)
      #expect(time > now || now == .max)
      #expect(try picker.done(at: time).text.utf8.count == 25)
    }
  }
}
