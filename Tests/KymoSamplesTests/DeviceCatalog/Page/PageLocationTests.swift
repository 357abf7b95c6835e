import KymoBridge
import KymoCore
import KymoDevice
import KymoSamples
import Testing

/// `loc`, which is answered later: by a fix, by a timeout, or by the next request.
@Suite("DeviceCatalog, location") struct PageLocationTests {
  static let second = PageBench.second
  static let timeout = 30 * second
  static let error = #"handleJSONRequest('showLocError','[\"timed out\"]')"#

  static func model(_ configure: (inout PhoneModel) -> Void) -> PhoneModel {
    var model = PhoneModel()
    configure(&model)
    return model
  }

  @Test("loc is answered by the first fresh fix, and the reply says so")
  func answered() throws {
    let page = try PageBench()
    try page.call("logMessage", "first")
    #expect(try page.call("loc", at: 10 * Self.second) == ["loc exited business"])
    #expect(page.phone.location.isRunning)
    // A cached fix comes first, and is too old.
    #expect(page.fix(1, 2, determined: 5 * Self.second - 1) == ["sendloc exited business"])
    #expect(page.fix(91, 2) == ["sendloc validationFailed validate"])
    #expect(
      page.fix(37.33168900000001, -122.030731, altitude: 12.345678901) == [
        "sendloc completed -> "
          + "handleJSONRequest('showLoc','[37.33168900000001,-122.030731,12.345678901]') for 1"
      ]
    )
    #expect(!page.phone.location.isRunning)
    // Only once; and the timeout is not there any more.
    #expect(page.fix() == ["sendloc exited business"])
    #expect(page.wait(until: 100 * Self.second).isEmpty)
    #expect(page.finish().isEmpty)
    #expect(page.counter("location.stale") == 1 && page.counter("location.accepted") == 1)
  }

  @Test("Two pages that number their requests alike get their own answers")
  func callers() throws {
    let page = try PageBench()
    for source in [SourceID(rawValue: 8), .bridge, SourceID(rawValue: 8)] {
      page.caller = source
      try page.call("loc")
      let lines = page.fix(1, 2)
      let name = source == .bridge ? " for 0" : " for 0 of 8"
      #expect(lines.count == 1 && lines.allSatisfy { $0.hasSuffix("')" + name) }, "\(lines)")
    }
  }

  @Test("In 2009 the altitude was a float, and the quotes of makeCall's nothing were a word")
  func legacy() throws {
    let page = try PageBench(.legacy)
    #expect(try page.call("loc", at: 10 * Self.second) == ["loc exited business"])
    #expect(page.fix(determined: 0) == ["sendloc exited business"])
    #expect(
      page.fix(37.33168900000001, -122.030731, altitude: 12.345678901) == [
        "sendloc completed -> "
          + "handleJSONRequest('showLoc','[37.33168900000001,-122.030731,12.34568]') for 0"
      ]
    )
  }

  @Test("An unknown altitude is null; in 2009 it was printed as nan")
  func unknownAltitude() throws {
    for (mode, altitude) in [(CallMode.strict, "null"), (.legacy, "nan")] {
      let page = try PageBench(mode)
      try page.call("loc")
      #expect(
        page.fix(1, 2, altitude: .nan)
          == ["sendloc completed -> handleJSONRequest('showLoc','[1,2,\(altitude)]') for 0"]
      )
    }
  }

  @Test("A fix that nobody asked for is no reply", arguments: CallMode.allCases)
  func notAsked(_ mode: CallMode) throws {
    let page = try PageBench(mode)
    #expect(page.fix() == ["sendloc exited business"])
    #expect(page.counter("location.accepted") == 0)
  }

  @Test("A page cannot send a fix", arguments: CallMode.allCases)
  func fromPage(_ mode: CallMode) throws {
    let page = try PageBench(mode)
    try page.call("loc", at: 1)
    #expect(try page.call("sendloc", "[1,2,3]") == ["sendloc validationFailed validate"])
    #expect(page.phone.location.isRunning)
  }

  @Test("Requests while one runs get the same reply, which names the first")
  func coalesced() throws {
    let page = try PageBench()
    for _ in 0..<3 { #expect(try page.call("loc") == ["loc exited business"]) }
    let reply = "sendloc completed -> handleJSONRequest('showLoc','[46.5,-7.25,500]') for 0"
    #expect(page.fix() == [reply])
    #expect(page.counter("location.requests") == 3 && page.counter("location.coalesced") == 2)
    // The next request is one of its own.
    try page.call("loc")
    #expect(page.fix() == [reply.dropLast() + "3"])
    #expect(page.counter("location.coalesced") == 2)
  }

  @Test("A coalesced request does not lengthen the time of the first")
  func coalescedTimeout() throws {
    let page = try PageBench()
    try page.call("loc", at: 0)
    try page.call("loc", at: Self.timeout - 1)
    #expect(page.wait(until: Self.timeout).isEmpty)
    #expect(
      page.wait(until: Self.timeout + 1) == ["sendloc failed business 6 -> \(Self.error) for 0"]
    )
    #expect(page.wait(until: 1000 * Self.second).isEmpty)
  }

  @Test("Without a fix in time the page is told so, and the reply names the request")
  func timedOut() throws {
    let page = try PageBench(.strict, Self.model { $0.locationTimeoutNanoseconds = 100 })
    try page.call("logMessage", "first")
    try page.call("loc", at: 5000)
    #expect(page.fix(determined: 9_000_000_000, at: 5050) == ["sendloc exited business"])
    #expect(page.wait(until: 5100).isEmpty)
    #expect(
      page.fix(at: 6000) == [
        "sendloc failed business 6 -> \(Self.error) for 1", "sendloc exited business",
      ]
    )
    #expect(page.counter("location.timedOut") == 1 && page.counter("location.stale") == 1)
    #expect(page.count("sendloc", .failed) == 1)
  }

  @Test("In 2009 nobody was told; it is counted all the same")
  func legacyTimeout() throws {
    let page = try PageBench(.legacy)
    try page.call("loc", at: 0)
    #expect(page.wait(until: Self.timeout + 1) == ["sendloc failed business 6"])
    #expect(page.counter("location.timedOut") == 1)
    // Nor by the request that comes at that very moment.
    try page.call("loc", at: 100 * Self.second)
    let again = try page.call("loc", at: 100 * Self.second + Self.timeout)
    #expect(again == ["loc exited business"])
    #expect(page.counter("location.timedOut") == 2)
  }

  @Test("A fix at the very moment of the timeout is too late")
  func fixAtTimeout() throws {
    let page = try PageBench()
    try page.call("loc", at: 0)
    #expect(page.fix(at: Self.timeout) == ["sendloc exited business"])
    #expect(page.counter("location.late") == 1)
    #expect(page.finish() == ["sendloc failed business 6 -> \(Self.error) for 0"])
    let early = try PageBench()
    try early.call("loc", at: 0)
    #expect(early.fix(at: Self.timeout - 1)[0].hasPrefix("sendloc completed -> "))
    #expect(early.finish().isEmpty)
  }

  @Test("A second loc at the very moment of the timeout: the first is answered, the second runs")
  func requestAtTimeout() throws {
    let page = try PageBench()
    try page.call("loc", at: 0)
    let second = try page.call("loc", at: Self.timeout)
    #expect(second == ["loc exited business -> \(Self.error) for 0"])
    #expect(page.counter("location.timedOut") == 1 && page.counter("location.coalesced") == 0)
    #expect(page.phone.location.deadline == 2 * Self.timeout)
    #expect(
      page.fix(1, 2, altitude: 3, at: 2 * Self.timeout - 1)
        == ["sendloc completed -> handleJSONRequest('showLoc','[1,2,3]') for 1"]
    )
    #expect(page.finish().isEmpty, "neither timeout is left")
  }

  @Test("... and when nothing comes, the second times out in its turn")
  func chainOfTimeouts() throws {
    let page = try PageBench()
    try page.call("loc", at: 0)
    try page.call("loc", at: Self.timeout)
    #expect(page.wait(until: 2 * Self.timeout).isEmpty)
    #expect(page.finish() == ["sendloc failed business 6 -> \(Self.error) for 1"])
    #expect(page.counter("location.timedOut") == 2)
  }

  @Test("At the end of the session a request that waits is told")
  func end() throws {
    let page = try PageBench()
    try page.call("loc", at: 7)
    #expect(page.finish() == ["sendloc failed business 6 -> \(Self.error) for 0"])
    #expect(page.finish().isEmpty)
  }

  @Test("The rule of 2012 waits for a fix that has settled")
  func settle() throws {
    let page = try PageBench(.strict, Self.model { $0.locationAcceptor = .settle() })
    try page.call("loc")
    #expect(page.fix(46, 7) == ["sendloc exited business"])
    #expect(page.fix(46.001, 7) == ["sendloc exited business"])
    #expect(page.fix(46.001005, 7)[0].hasPrefix("sendloc completed -> "))
    #expect(page.counter("location.notSettled") == 2)
  }

  @Test("A timeout of no time is over at once")
  func noTime() throws {
    let page = try PageBench(.strict, Self.model { $0.locationTimeoutNanoseconds = 0 })
    try page.call("loc", at: 5)
    #expect(try page.call("loc", at: 5) == ["loc exited business -> \(Self.error) for 0"])
    #expect(page.finish() == ["sendloc failed business 6 -> \(Self.error) for 1"])
  }

  @Test("At the end of time nothing overflows")
  func endOfTime() throws {
    let page = try PageBench()
    try page.call("loc", at: .max - 2)
    #expect(page.finish().count == 1)
  }
}
