import KymoCore
import KymoDevice
import KymoTestSupport
import Testing

@Suite("Phone") struct PhoneTests {
  /// A session that does everything once or twice, as counts and answers in one text.
  private func run(_ model: PhoneModel) throws -> [String] {
    let phone = try Phone(model)
    let second: Int64 = 1_000_000_000
    var trace: [String] = []
    phone.log.appendMessage("hello", at: 0)
    phone.accelerometer.turn(on: false)
    for _ in 0..<3 { _ = phone.accelerometer.passes() }
    try phone.sounds.play(.vibration)
    try phone.sounds.play(.laser)
    _ = phone.location.request(cause: 1, at: 0)
    _ = phone.location.request(cause: 2, at: 0)
    let old = Location(latitude: 46, longitude: 7, fixTimestamp: -9 * second)
    _ = phone.location.deliver(old, at: 0)
    trace.append("\(String(describing: phone.location.expire(at: 30 * second)?.cause))")
    try phone.recorder.start("a.caf", at: 0)
    trace.append("\(try phone.recorder.stop(at: 61 * second))")
    do throws(PhoneError) {
      let duration = try phone.sandbox.durationNanoseconds(of: "a.caf")
      try phone.sounds.play(.file(durationNanoseconds: duration))
    } catch { trace.append("\(error.code) \(error)") }
    try phone.player.start("a.caf", at: 0)
    let done = try phone.picker.show(mode: .dateAndTime, cause: 3, at: 0)
    trace.append("\(done) \(try phone.picker.done(at: done).text)")
    return trace + phone.counters.map { "\($0.name) \($0.count)" }
  }

  @Test("counts what happened, in a fixed order") func counters() throws {
    let trace = try run(.iPodTouch)
    #expect(
      trace.suffix(19) == [
        "accelerometer.suppressed 3", "audio.cut 1", "audio.recorded 1", "audio.started 1",
        "audio.unfinished 0",
        "location.accepted 0", "location.coalesced 1", "location.late 0", "location.notSettled 0",
        "location.requests 2", "location.stale 1", "location.timedOut 1", "log.lines 1",
        "picker.answered 1", "picker.shown 1", "sounds.played 1", "sounds.tooLong 1",
        "sounds.vibrations 0", "sounds.vibrationsIgnored 1",
      ]
    )
    #expect(trace[0] == "Optional(1)" && trace[1] == "2646000")
    #expect(trace[2].hasPrefix("1500 ") && trace[2].contains("-1500"))
    #expect(try Phone().counters.allSatisfy { $0.count == 0 })
    let names = try Phone().counters.map(\.name)
    #expect(names == names.sorted() && Set(names).count == names.count)
  }

  @Test("does the same again, in memory and in a directory") func again() throws {
    let folder = try TemporaryFolder()
    var model = PhoneModel()
    model.seed = 9
    let first = try run(model)
    #expect(try run(model) == first)
    model.storage = .directory(path: folder.path)
    #expect(try run(model) == first)
    #expect(try folder.names() == ["a.caf"])
  }

  @Test("is the phone of its model") func model() throws {
    var model = PhoneModel.iPodTouch
    #expect(!model.canVibrate && PhoneModel().canVibrate)
    model.accelerometerIsOn = false
    model.locationAcceptor = .settle()
    model.locationTimeoutNanoseconds = 5
    let phone = try Phone(model)
    #expect(!phone.accelerometer.isOn && phone.location.acceptor == .settle())
    #expect(phone.location.timeoutNanoseconds == 5 && !phone.sounds.canVibrate)
    model.storage = .directory(path: "/dev/null")
    #expect(throws: PhoneError.storage) { _ = try Phone(model) }
  }

  @Test("has errors with codes and sentences of their own") func errors() {
    let codes = PhoneError.allCases.map(\.code)
    #expect(codes.sorted() == Array(260...270) + [1500])
    #expect(Set(PhoneError.allCases.map(\.description)).count == codes.count)
    #expect(PhoneError.soundTooLong.code == 1500 && PhoneError.noSuchFile.code == 260)
  }
}
