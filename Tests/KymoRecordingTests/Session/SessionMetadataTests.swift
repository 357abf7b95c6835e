import Foundation
import KymoBridge
import KymoCore
import Testing

@testable import KymoRecording
import KymoMCAP

@Suite("Session metadata") struct SessionMetadataTests {
  private static let descriptions = [
    SessionDescription(origin: "phyphox: a.csv, b.csv"),
    SessionDescription(
      origin: "synthetic walk: 5 ns",
      device: "Téléphone \"x\"\n😀",
      gravity: .included,
      altitudeDatum: .ellipsoid,
      accuracyConfidence: .percent68,
      clock: .relative,
      seed: .max
    ),
    SessionDescription(
      origin: "",
      device: ",=/",
      gravity: .excluded,
      altitudeDatum: .meanSeaLevel,
      accuracyConfidence: .percent95,
      clock: .unix,
      seed: 0
    ),
  ]

  @Test("a description is read as it was written", arguments: descriptions)
  func description(description: SessionDescription) {
    #expect(SessionDescription(description.entries) == description)
  }

  @Test("what was chosen about the device is part of it, in the order of the names") func choices()
  {
    var description = SessionDescription(origin: "kymo call")
    description.choices = ["phone": "ipod-touch", "browser": "fixed", "a/b=,": "ü\n"]
    let entries = description.entries
    #expect(SessionDescription(entries) == description)
    #expect(
      entries.entries.map(\.key).filter { $0.hasPrefix("choice/") }
        == ["choice/a/b=,", "choice/browser", "choice/phone"]
    )
    #expect(AppSetup(description).choices == description.choices)
  }

  @Test("what is missing or not understood is unknown")
  func unknown() {
    let expected = SessionDescription(origin: "unknown")
    #expect(SessionDescription([:]) == expected)
    #expect(
      SessionDescription([
        "gravity": "maybe", "altitude_datum": "", "accuracy_confidence": "99", "clock": "tai",
        "seed": "-1", "later": "version",
      ]) == expected
    )
  }

  private func result(losses: [SessionResult.Loss] = []) -> SessionResult {
    var digest = TraceDigest()
    for index in 0..<5 as Range<UInt32> {
      let event = Event(
        timestamp: Int64(index),
        sequence: index,
        command: CommandID(rawValue: 1),
        source: index % 2 == 0 ? .accelerometer : .location,
        kind: .none,
        payload: Payload()
      )
      let outcome = Outcome(index: UInt64(index), status: .completed)
      _ = digest.add(event, outcome, message: RawSpan())
    }
    return SessionResult(app: "App", commands: ["a", "b"], digest: digest, losses: losses)
  }

  @Test("a result is read as it was written")
  func roundTrip() throws {
    let losses = [
      SessionResult.Loss(place: "ring", count: 7),
      SessionResult.Loss(place: "source gap", count: .max),
    ]
    for result in [result(), result(losses: losses)] {
      let read = try #require(SessionResult(result.entries))
      #expect(read == result)
      #expect(read.events == 5)
      #expect(read.channelDigests.map(\.topic) == ["/accelerometer", "/location"])
      #expect(read.channelDigests.allSatisfy { $0.digest != 0 })
    }
  }

  @Test(
    "the names of commands come back, whatever they are",
    arguments: [
      ["a,b"], ["a", "b,c", ""], [""], [","], ["%2c", "a,b", "%", "%%2", "%G0"],
      ["\u{301}a", ",\u{301}"], ["é,😀", "\n", "a b"],
    ]
  )
  func commandNames(_ names: [String]) throws {
    var result = result()
    result.commands = names
    let read = try #require(SessionResult(result.entries))
    #expect(read.commands.map { Array($0.utf8) } == names.map { Array($0.utf8) })
    #expect(SessionResult.commands(SessionResult.entries(app: "App", commands: names)) == names)
  }

  @Test("names without a comma are the bytes that they always were")
  func plainNames() {
    let names = ["a", "%2c", "b c", "%", "\u{301}"]
    let entries = SessionResult.entries(app: "App", commands: names)
    #expect(entries == ["app": "App", "commands": "a,%2c,b c,%,\u{301}"])
    #expect(SessionResult.commands(entries).map { Array($0.utf8) } == names.map { Array($0.utf8) })
  }

  @Test("the folders of pages come back, one with a space too")
  func pageFolders() {
    for bases in [
      [""], ["file:///my app/", ""], ["", ""], ["https://a/", "https://b/"], ["%20 "],
    ] {
      var description = SessionDescription(origin: "test")
      description.calls = CallRules(bases: bases)
      let read = SessionDescription(description.entries)
      #expect(read.calls?.bases == bases)
      let isEscaped = description.entries["bridge_bases_escape"] != nil
      #expect(isEscaped == bases.contains { $0.contains(" ") })
    }
  }

  @Test("digests keep their leading zeros")
  func digestText() {
    #expect(TraceDigest.text(0) == "0000000000000000")
    #expect(TraceDigest.text(0xAB) == "00000000000000ab")
    #expect(TraceDigest.text(.max) == "ffffffffffffffff")
  }

  @Test("an unfinished recording has no result")
  func unfinished() {
    #expect(SessionResult([:]) == nil)
    #expect(SessionResult(["digest": "ff"]) == nil)
    #expect(SessionResult(["events": "1"]) == nil)
    #expect(SessionResult(["events": "-1", "digest": "ff"]) == nil)
    #expect(SessionResult(["events": "1", "digest": "xyz"]) == nil)
    #expect(SessionResult(["events": "1", "digest": "ff"])?.digest == 255)
  }

  @Test("a file tells all of it; cut off, it still tells how to read it")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kymograph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("session.mcap").path
    let description = Self.descriptions[1]
    let end = result(losses: [SessionResult.Loss(place: "ring", count: 1)])
    let sink = MCAPMemorySink()
    var writer = try SessionWriter(
      sink,
      description: description,
      app: "App",
      commands: ["a", "b"],
      hasTrace: true
    )
    try writer.flush()
    let unfinished = sink.bytes
    _ = try writer.finish(end)

    try Data(sink.bytes).write(to: URL(fileURLWithPath: path))
    let whole = try SessionFile(path: path)
    #expect(whole.description == description && whole.result == end)
    #expect(whole.app == "App" && whole.commands == ["a", "b"] && whole.hasTrace)
    #expect(whole.scan.ending == .complete)

    // The same in memory, without a file.
    let inMemory = try SessionFile(MCAPMemorySource(sink.bytes))
    #expect(inMemory.description == description && inMemory.result == end)
    #expect(inMemory.scan.segments == whole.scan.segments)

    try Data(unfinished).write(to: URL(fileURLWithPath: path))
    let cut = try SessionFile(path: path)
    #expect(cut.description == description && cut.result == nil)
    #expect(cut.app == "App" && cut.commands == ["a", "b"])
    #expect(throws: SessionError.self) { _ = try cut.events(SessionSample.routing) }
  }
}
