import KymoBench
import KymoCore
import Testing

@testable import KymoReport

@Suite("Files of limits") struct LimitsFileTests {
  private func problem(_ json: String) -> String? {
    do throws(LimitsFileError) {
      _ = try LimitsFile(json: json, name: "l.json")
      return nil
    } catch { return error.description }
  }

  /// A file with one limit per line from line 9 on.
  private func file(_ limits: String...) -> String {
    """
    {
      "schema": "kymograph.limits/1",
      "recordings": [
        {
          "recording": "a.mcap",
          "digest": "0123",
          "app": "App",
          "limits": [
    \(limits.joined(separator: ",\n"))
          ]
        }
      ]
    }
    """
  }

  @Test("What is written is read back, whatever it is", arguments: [1, 7, 99] as [UInt64])
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    func text(_ name: String) -> String {
      ["\(name)", "\(name) \"\(pick(9))\"", "\(name)\n\t\u{7F}\\", "\u{E9}\u{1F600}\(name)"][
        pick(4)
      ]
    }
    func number() -> Double {
      [0, 805.158, 1e18, 0.1 + 0.2, Double(random.next() % 1_000_000_007)][pick(5)]
    }
    for round in 0..<50 {
      var file = LimitsFile(name: "l.json")
      file.note = [nil, text("above")][pick(2)]
      file.schemaReference = [nil, "kymo.limits.schema.json"][pick(2)]
      for index in 0..<pick(4) {
        var recording = RecordingLimits(
          recording: text("r\(index)"),
          digest: "d\(index)",
          app: text("app"),
          mode: [nil, "strict", "legacy"][pick(3)],
          note: [nil, text("note")][pick(2)]
        )
        for _ in 0..<pick(6) {
          let figures = LimitFigure.all.filter { $0 != .deadlineMisses }
          let figure = figures[pick(figures.count)]
          var condition: LimitCondition?
          if case .time = figure {
            condition = [nil, .unpaced, .rate(number() + 1)][pick(3)]
          }
          if figure == .knee { condition = .objectives([text("p99=1ms"), "accel:max=5ms"]) }
          let limit = FigureLimit(
            figure,
            number(),
            tolerance: [.none, .percent(0), .percent(0.07), .percent(7), .amount(0.3)][pick(5)],
            of: figure.isOfRun ? nil : [nil, text("command")][pick(2)],
            condition: condition,
            note: [nil, text("why")][pick(2)],
            at: .option("")
          )
          if !recording.limits.contains(where: { $0.about == limit.about }) {
            recording.limits.append(limit)
          }
        }
        file.recordings.append(recording)
      }
      let json = file.text
      let again = try LimitsFile(json: json, name: "l.json")
      #expect(again.text == json, "seed \(seed), round \(round)")
      // Lines apart, it is the same.
      var bare = again
      for index in bare.recordings.indices {
        bare.recordings[index].line = 0
        for place in bare.recordings[index].limits.indices {
          let line = try #require(bare.recordings[index].limits[place].place.line)
          #expect(
            json.split(separator: "\n", omittingEmptySubsequences: false)[line - 1].contains(
              "\"figure\""
            )
          )
          bare.recordings[index].limits[place].place = .option("")
        }
      }
      #expect(bare == file, "seed \(seed), round \(round)")
    }
  }

  @Test("What is wrong is said with its line") func errors() {
    let good = "{ \"command\": \"accel\", \"figure\": \"instructions\", \"limit\": 805 }"
    #expect(problem(file(good)) == nil)
    let cases: [(String, String)] = [
      ("", "l.json:1: it has 0 bytes"),
      ("{\n\n", "l.json:3: it is not JSON: the text ends within a value, at offset 3"),
      ("[]", "l.json:1: it is not an object"),
      ("{\"recordings\": []}", "l.json:1: its schema is none, not 'kymograph.limits/1'"),
      ("{\n\"schema\": \"kymograph.bench/1\"}", "l.json:2: its schema is 'kymograph.bench/1', not"),
      (
        file(good, "{ \"command\": \"a\", \"figure\": \"instruction\", \"limit\": 1 }"),
        "l.json:10: there is no figure 'instruction'; there are instructions, allocations"
      ),
      (
        file(good, "{ \"command\": \"a\", \"figure\": \"p98\", \"limit\": 1 }"),
        "l.json:10: there is no figure 'p98'"
      ),
      (
        file(good, "{ \"command\": \"a\", \"figure\": \"bytes\", \"limt\": 1 }"),
        "l.json:10: there is no member 'limt'; there are command, figure, limit"
      ),
      (
        file("{ \"command\": \"a\",\n\"figure\": \"bytes\",\n\"limit\": -1 }"),
        "l.json:11: it is not a number from 0 to 1e18"
      ),
      (
        file("{ \"command\": \"a\", \"figure\": \"bytes\", \"limit\": 1, \"unit\": \"ns\" }"),
        "l.json:9: the unit of bytes is 'per event'"
      ),
      (
        file("{ \"command\": \"a\", \"figure\": \"bytes\", \"limit\": 1, \"tolerance\": \"5\" }"),
        "l.json:9: a tolerance is a number, or as \"5%\", not '5'"
      ),
      (
        file("{ \"command\": \"a\", \"figure\": \"knee\", \"limit\": 1 }"),
        "l.json:9: knee is a figure of the whole run"
      ),
      (
        file("{ \"command\": \"a\", \"figure\": \"bytes\", \"limit\": 1, \"rate\": 5 }"),
        "l.json:9: bytes has no rate"
      ),
      (
        file("{ \"command\": \"a\", \"figure\": \"p99\", \"limit\": 1, \"pace\": \"plan\" }"),
        "l.json:9: a pace is 'none'"
      ),
      (file(good, good), "l.json:10: instructions of accel has a limit on line 9 already"),
      (file("{ \"figure\": \"bytes\", \"limit\": 1 }"), "l.json:9: 'command' is missing"),
      (
        file("{ \"command\": \"a\", \"figure\": \"bytes\", \"limit\": 1, \"limit\": 2 }"),
        "l.json:9: 'limit' is said twice"
      ),
      (
        file("{ \"command\": \"a\", \"figure\": \"deadlineMisses\", \"limit\": 1 }"),
        "l.json:9: a deadline is one of a run"
      ),
    ]
    for (json, expected) in cases {
      let found = problem(json) ?? "nothing"
      #expect(found.hasPrefix(expected), "\(found)")
      #expect(!found.contains("\n"))
    }
  }

  @Test("Limits of another recording, app or command are refused with their line")
  func subjects() throws {
    let text = file("{ \"command\": \"accel\", \"figure\": \"bytes\", \"limit\": 1 }")
    let file = try LimitsFile(json: text, name: "l.json")
    func problem(_ recording: String, _ digest: String, _ app: String, _ mode: String? = nil)
      -> String?
    {
      let subject = RecordingLimits(recording: recording, digest: digest, app: app, mode: mode)
      do throws(LimitsFileError) {
        _ = try file.limits(for: subject)
        return nil
      } catch { return error.description }
    }
    #expect(problem("a.mcap", "0123", "App") == nil)
    #expect(problem("moved/b.mcap", "0123", "App") == nil, "the digest decides, not the name")
    #expect(
      problem("a.mcap", "0123", "Other")
        == "l.json:4: these are limits of the app 'App', not of 'Other'"
    )
    #expect(problem("a.mcap", "0123", "App", "strict")?.hasPrefix("l.json:4:") == true)
    #expect(
      problem("a.mcap", "4567", "App")?
        .hasPrefix("l.json:4: these are limits of another recording: a.mcap had the digest 0123")
        == true
    )
    #expect(
      problem("b.mcap", "4567", "App")?.hasPrefix("l.json:1: it has no limits for b.mcap") == true
    )
    #expect(throws: LimitsFileError(file: "l.json", line: 9, problem: "App has no command 'accel'"))
    {
      try file.check(file.recordings[0], commands: ["walk"])
    }
    try file.check(file.recordings[0], commands: ["accel"])
  }

  @Test("New limits replace their own, and nothing else") func merging() throws {
    let place = LimitPlace.option("")
    func limit(_ figure: LimitFigure, _ value: Double, _ note: String? = nil) -> FigureLimit {
      FigureLimit(figure, value, note: note, at: place)
    }
    let other = RecordingLimits(recording: "b", digest: "2", app: "App", limits: [limit(.drops, 1)])
    var file = LimitsFile(
      name: "l.json",
      recordings: [
        RecordingLimits(
          recording: "a",
          digest: "1",
          app: "App",
          limits: [limit(.drops, 3, "why"), limit(.counted(.bytes), 7)]
        ), other,
      ]
    )
    var new = RecordingLimits(
      recording: "a",
      digest: "1",
      app: "App",
      limits: [limit(.drops, 0), limit(.counted(.instructions), 5)]
    )
    #expect(file.merge(new) == 0)
    #expect(
      file.recordings[0].limits == [
        limit(.drops, 0, "why"), limit(.counted(.bytes), 7), limit(.counted(.instructions), 5),
      ]
    )
    #expect(file.recordings[1] == other)
    new.app = "Other"
    file.merge(new)
    #expect(file.recordings.count == 3)
    // The recording was made anew: what is not measured again stays, and is counted.
    new.app = "App"
    new.digest = "9"
    #expect(file.merge(new) == 1)
    #expect(file.recordings[0].digest == "9")
    #expect(file.recordings[0].limits.count == 3)
    #expect(file.recordings[0].limits.contains(limit(.counted(.bytes), 7)))
    #expect(file.recordings.count == 3)
  }
}
