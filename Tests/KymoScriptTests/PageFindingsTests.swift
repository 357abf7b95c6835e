import KymoCore
import KymoHistogram
import Testing

@testable import KymoScript

/// What a link counts of a page: reloads, exceptions, sensors and times.
@Suite struct PageFindingsTests {
  @Test("A page that is loaded anew without end at one moment is stopped") func reloads() throws {
    var reloads = PageReloads()
    for moment in 0..<2 as Range<Int64> {
      for _ in 0..<PageReloads.maximumInARow { try reloads.note(at: moment) }
    }
    #expect(throws: WebViewError.reloads(101)) { try reloads.note(at: 1) }
    #expect(reloads.count == 201)
    try reloads.note(at: 2)
  }

  @Test("A page that loads itself, or others in turn, without end at one moment is stopped")
  func navigations() throws {
    var reloads = PageReloads()
    for _ in 0..<50 {
      try reloads.note(at: 1)
      try reloads.note(at: 1, from: "a.html", to: "b.html")
    }
    #expect(reloads.count == 50 && reloads.navigations == 50)
    let error = WebViewError.navigations(101, from: "b.html", to: "a.html")
    #expect(throws: error) { try reloads.note(at: 1, from: "b.html", to: "a.html") }
    #expect(
      "\(error)" == "b.html: it goes to a.html, and so on without end: 101 times at one moment"
    )
    let own = WebViewError.navigations(101, from: "a.html", to: "a.html")
    #expect("\(own)" == "a.html: it loads itself without end: 101 times at one moment")
    try reloads.note(at: 2, from: "a.html", to: "a.html")
  }

  @Test("All exceptions are counted, and the first are kept") func exceptions() {
    var exceptions = PageExceptions()
    #expect(exceptions.first == nil)
    for number in 1...150 {
      exceptions.add(ScriptException(message: "\(number)", source: "", line: 0, column: 0))
    }
    #expect(exceptions.count == 150 && exceptions.kept.count == PageExceptions.maximumKept)
    #expect(exceptions.first?.message == "1")
  }

  private func event(_ source: SourceID, _ kind: EventKind, _ payload: Payload) -> Event {
    Event(
      timestamp: 0,
      sequence: 0,
      command: .unknown,
      source: source,
      kind: kind,
      payload: payload
    )
  }

  @Test("A page is given what it listens to, and nothing else") func sensors() {
    var sensors = PageSensors()
    let motion = event(
      .accelerometer,
      .acceleration,
      Payload(Acceleration(x: 1, y: 2, z: 3))
    )
    #expect(sensors.reading(of: motion, for: (motion: false, positions: true)) == nil)
    guard case .motion(let sample) = sensors.reading(of: motion, for: (true, false)) else {
      Issue.record("no sample")
      return
    }
    #expect(sample.y == 2 && sensors.count == 1)
    let call = event(.page, .acceleration, Payload(Acceleration(x: 1, y: 2, z: 3)))
    #expect(sensors.reading(of: call, for: (true, true)) == nil && sensors.count == 1)
  }

  @Test("Times go to their command, and those of no command to the first row") func times() {
    let times = PageTimes(["a", "b"])
    times.note(page: 100, of: CommandID(rawValue: 2))
    times.note(roundTrip: 100, of: CommandID(rawValue: 2))
    times.note(page: 100, of: CommandID(rawValue: 9))
    #expect(times.commands.map(\.name) == ["(unknown)", "a", "b"])
    #expect(times.commands.map(\.page.totalCount) == [1, 0, 1])
    #expect(times.commands.map(\.roundTrip.totalCount) == [0, 0, 1])
  }
}
