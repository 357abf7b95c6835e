import KymoBridge
import KymoCore
import KymoDevice
import KymoSamples
import Testing

/// `showDate`, whose answer comes when the user taps Done.
@Suite("DeviceCatalog, date picker") struct PagePickerTests {
  static let second = PageBench.second

  /// A user who chooses the Fourth of July 2009, after two seconds and after three.
  static var model: PhoneModel {
    var model = PhoneModel()
    model.zoneOffsetMinutes = -360
    model.pickerScript = [2, 3].map {
      DatePickerTap(delayNanoseconds: $0 * second, choice: 1_246_753_800 * second)
    }
    return model
  }

  static let choice = "2009-07-04 18:30:00 -0600"

  static func reply(_ cause: Int, _ mode: CallMode = .strict) -> String {
    let quote = mode == .strict ? #"\""# : #"""#
    return "sendPickResults completed -> "
      + "handleJSONRequest('showPickResults','[\(quote)\(choice)\(quote)]') for \(cause)"
  }

  @Test("showDate, Done, sendPickResults, showPickResults", arguments: CallMode.allCases)
  func done(_ mode: CallMode) throws {
    let page = try PageBench(mode, Self.model)
    try page.call("logMessage", "first")
    #expect(try page.call("showDate", "DateTime", at: 10 * Self.second) == ["showDate completed"])
    #expect(page.phone.picker.doneTime == 12 * Self.second)
    #expect(page.wait(until: 12 * Self.second).isEmpty)
    #expect(page.wait(until: 12 * Self.second + 1) == [Self.reply(1, mode)])
    #expect(!page.phone.picker.isOpen)
    #expect(page.counter("picker.shown") == 1 && page.counter("picker.answered") == 1)
    // The next one, which is answered although the session ends.
    #expect(try page.call("showDate", "[\"Date\"]") == ["showDate completed"])
    #expect(page.finish() == [Self.reply(2, mode)])
  }

  @Test(
    "The kinds of picker; in 2009 whatever was no date was a time",
    arguments: [
      ("DateTime", "completed"), (#""DateTime""#, "completed"), ("date", "completed"),
      ("DATE", "completed"), ("Time", "validationFailed validate"),
      ("", "failed validate 2"), ("7", "failed validate 3"), ("null", "failed validate 3"),
      ("Dat\u{0131}", "validationFailed validate"),
    ]
  )
  func kinds(_ message: String, _ strict: String) throws {
    let page = try PageBench(.strict, Self.model)
    #expect(try page.call("showDate", message) == ["showDate " + strict])
    #expect(page.phone.picker.isOpen == (strict == "completed"))
    guard message.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    let legacy = try PageBench(.legacy, Self.model)
    #expect(try legacy.call("showDate", message) == ["showDate completed"])
    #expect(legacy.phone.picker.isOpen)
  }

  @Test("A seeded user picks midnight of a day, or a minute of one, or of today")
  func seeded() throws {
    func answer(_ mode: CallMode, _ message: String) throws -> String {
      var model = PhoneModel()
      model.seed = 4
      let page = try PageBench(mode, model)
      // 2009-07-04 12:00 UTC.
      try page.call("showDate", message, at: 1_246_708_800 * Self.second)
      let line = try #require(page.finish().first)
      return String(line.drop { !$0.isNumber }.prefix(25))
    }
    let date = try answer(.strict, "Date")
    let both = try answer(.strict, "DateTime")
    // As in 2009: the quotes were part of the text, so that it was neither.
    let time = try answer(.legacy, #""Date""#)
    #expect(date.hasSuffix(" 00:00:00 +0000") && both.hasSuffix(":00 +0000"))
    #expect(date.prefix(10) == both.prefix(10) && date != both)
    #expect(time.hasPrefix("2009-07-04 ") && time.dropFirst(10) == both.dropFirst(10))
    #expect(try answer(.strict, "date") == date, "and the same again")
  }

  @Test("A second picker while one is open is refused, and the first is still answered")
  func open() throws {
    let page = try PageBench(.strict, Self.model)
    try page.call("showDate", "Date", at: 0)
    #expect(try page.call("showDate", "Date", at: 1) == ["showDate failed view 265"])
    #expect(page.finish() == [Self.reply(0)])
    #expect(page.counter("picker.shown") == 1)
  }

  @Test(
    "The page may tap Done itself; the user's tap does not come then",
    arguments: CallMode.allCases
  )
  func pageTaps(_ mode: CallMode) throws {
    let page = try PageBench(mode, Self.model)
    try page.call("showDate", "Date", at: 0)
    #expect(try page.call("sendPickResults", "", at: 1) == [Self.reply(0, mode)])
    #expect(page.finish().isEmpty)
    #expect(page.counter("picker.answered") == 1)
  }

  @Test("At the very moment of the user's tap the page is first")
  func sameMoment() throws {
    let page = try PageBench(.strict, Self.model)
    try page.call("showDate", "Date", at: 0)
    #expect(try page.call("sendPickResults", at: 2 * Self.second) == [Self.reply(0)])
    #expect(page.finish().isEmpty)
  }

  @Test("Done without a picker is an error", arguments: CallMode.allCases)
  func closed(_ mode: CallMode) throws {
    let page = try PageBench(mode, Self.model)
    #expect(try page.call("sendPickResults") == ["sendPickResults failed view 266"])
    try page.call("showDate", "Date")
    try page.call("sendPickResults")
    #expect(try page.call("sendPickResults") == ["sendPickResults failed view 266"])
  }

  @Test("A location that times out and a tap at one time come in the order of the requests")
  func together() throws {
    var model = Self.model
    model.locationTimeoutNanoseconds = 2 * Self.second
    let page = try PageBench(.strict, model)
    try page.call("loc", at: 5)
    try page.call("showDate", "Date", at: 5)
    #expect(
      page.finish() == [
        "sendloc failed business 6 -> \(PageLocationTests.error) for 0", Self.reply(1),
      ]
    )
  }
}
