import KymoCore
import KymoFormats
import KymoRecording
import KymoTestSupport
import Testing

@Suite("GPX") struct GPXTests {
  typealias Fixture = GPXFixture

  @Test("points become fixes at their own times, whatever their spelling")
  func times() throws {
    let session = try Fixture.session(
      Fixture.text(
        Fixture.track([
          "10:00:00Z", "10:00:01.25Z", "12:00:02+02:00", "10:00:03.123456789Z ", "10:00:04",
          "10:00:05.5-00:00",
        ])
      )
    )
    let expected: [Int64] = [
      0, 1_250_000_000, 2_000_000_000, 3_123_456_789, 4_000_000_000, 5_500_000_000,
    ]
    #expect(
      session.events.map(\.timestamp) == expected.map { Fixture.day + 36_000 * Fixture.second + $0 }
    )
    #expect(session.locations.map(\.latitude) == [0, 1, 2, 3, 4, 5])
    #expect(session.locations.allSatisfy { $0.longitude == 8.5 && $0.altitude.isNaN })
    #expect(session.locations.map(\.fixTimestamp) == session.events.map(\.timestamp))
    #expect(session.description.clock == .unix)
    #expect(session.description.altitudeDatum == .meanSeaLevel)
    #expect(session.description.origin == "GPX: track.gpx")
    #expect(session.description.device == "test")
    #expect(session.rules == [])
  }

  @Test("speed and course of 1.0, of Apple Health and of Garmin are read, whatever their prefix")
  func values() throws {
    let points = [
      "<ele>14.5</ele><time>2024-05-01T10:00:00Z</time><course>101.5</course><speed>1.25</speed>",
      """
      <ele>14.5</ele><time>2024-05-01T10:00:01Z</time><extensions><speed>1.25</speed>
      <course>101.5</course><hAcc>2.5</hAcc><vAcc>3.5</vAcc></extensions>
      """,
      """
      <ele>14.5</ele><time>2024-05-01T10:00:02Z</time><extensions><ns3:TrackPointExtension>
      <ns3:speed>1.25</ns3:speed><ns3:bearing>101.5</ns3:bearing></ns3:TrackPointExtension></extensions>
      """,
      """
      <ele> 14.5 </ele><time>2024-05-01T10:00:03Z</time><extensions><speed>-1</speed>
      <course>-1</course><hAcc>-1</hAcc></extensions>
      """,
      "<ele>NaN</ele><time>2024-05-01T10:00:04Z</time><course>400</course><speed>fast</speed>",
    ]
    let all = points.map { Fixture.point(1, $0) }.joined(separator: "\n")
    let session = try Fixture.session(Fixture.text("<trk><trkseg>\(all)</trkseg></trk>"))
    let fixes = session.locations
    #expect(fixes.count == 5)
    #expect(fixes[..<4].allSatisfy { $0.altitude == 14.5 })
    #expect(fixes[..<3].allSatisfy { $0.speed == 1.25 && $0.course == 101.5 })
    #expect(fixes[1].horizontalAccuracy == 2.5 && fixes[1].verticalAccuracy == 3.5)
    #expect(fixes[3...].allSatisfy { $0.speed.isNaN && $0.course.isNaN })
    #expect(fixes[3].horizontalAccuracy.isNaN && fixes[4].altitude.isNaN)
    let counts = Dictionary(
      uniqueKeysWithValues: session.repairs.map { ($0.rule.rawValue, $0.count) }
    )
    #expect(counts == ["invalid-marker": 4, "impossible-value": 1, "unreadable-value": 1])
  }

  @Test("segments and tracks of several days are one session in the order of time")
  func segments() throws {
    let session = try Fixture.session(
      Fixture.text(
        """
        <trk><trkseg>\(Fixture.point(1, "<time>2024-05-03T10:00:00Z</time>"))</trkseg>
        <trkseg>\(Fixture.point(2, "<time>2024-05-05T10:00:00Z</time>"))</trkseg></trk>
        <trk><trkseg>\(Fixture.point(0, "<time>2024-05-01T10:00:00Z</time>"))
        \(Fixture.point(0.5, "<time>2024-05-01T11:00:00Z</time>"))</trkseg></trk>
        """
      )
    )
    #expect(session.locations.map(\.latitude) == [0, 0.5, 1, 2])
    #expect(session.rules == [.unsortedRows])
    #expect(session.repairs.first?.count == 2)
    #expect(session.notes.map(\.topic) == [])
  }

  @Test("points without a time are left out and counted, also those whose time cannot be")
  func untimed() throws {
    let session = try Fixture.session(
      Fixture.text(
        """
        <trk><trkseg>
        \(Fixture.point(1, "<time>2024-05-01T10:00:00Z</time>"))
        \(Fixture.point(2, ""))
        \(Fixture.point(3, "<time/>"))
        \(Fixture.point(4, "<time>1901-12-13T20:45:52Z</time>"))
        \(Fixture.point(5, "<time>2024-02-30T10:00:00Z</time>"))
        \(Fixture.point(6, "<time>1970-01-01T00:00:07Z</time>"))
        \(Fixture.point(7, "<time>2024-05-01T10:00:00Z</time>"))
        \(Fixture.point(7, "<time>2024-05-01T10:00:00Z</time>"))
        \(Fixture.point(91, "<time>2024-05-01T10:00:01Z</time>"))
        <trkpt lat="8"><time>2024-05-01T10:00:01Z</time></trkpt>
        <trkpt lat="9" lon="190"><time>2024-05-01T10:00:02Z</time></trkpt>
        </trkseg></trk>
        """
      )
    )
    #expect(session.locations.map(\.latitude) == [1, 7, 9])
    #expect(session.locations.map(\.longitude) == [8.5, 8.5, -170])
    let found = session.repairs.map { "\($0.rule.rawValue) \($0.line) \($0.count)" }
    #expect(
      found == [
        "missing-time 5 2", "unsorted-rows 9 1", "unset-clock 9 1", "impossible-time 7 2",
        "impossible-position 12 1", "missing-position 13 1", "longitude-wrapped 14 1",
        "repeated-fix 11 1",
      ]
    )
  }

  @Test("all from before 1980 are kept, with a note")
  func relative() throws {
    let points = (0..<3).map { Fixture.point(Double($0), "<time>1970-01-01T00:00:0\($0)Z</time>") }
    let session = try Fixture.session(
      Fixture.text("<trk><trkseg>\(points.joined())</trkseg></trk>")
    )
    #expect(session.events.map(\.timestamp) == [0, Fixture.second, 2 * Fixture.second])
    #expect(session.notes.map(\.topic) == [.clock])
  }

  @Test("if no point has a time it says so, or the points are as far apart as the user says")
  func spaced() throws {
    let text = Fixture.text(
      "<rte>" + (0..<3).map { Fixture.point(Double($0), "", name: "rtept") }.joined() + "</rte>"
    )
    let error = #expect(throws: ImportError.self) { try Fixture.session(text) }
    #expect(
      error?.description
        == "track.gpx:3: none of its 3 points has a time; say how far they are apart, such as --every 1s"
    )
    var options = ImportOptions()
    options.pointInterval = 500_000_000
    let session = try Fixture.session(text, options: options)
    #expect(session.events.map(\.timestamp) == [0, 500_000_000, 1_000_000_000])
    #expect(session.description.clock == .relative)
    #expect(session.notes.map(\.topic) == [.assumption])
  }

  @Test("tracks count before routes, and routes before waypoints, if they have times")
  func sources() throws {
    func points(_ name: String, _ latitude: Double, _ time: String) -> String {
      Fixture.point(latitude, time, name: name)
    }
    let time = "<time>2024-05-01T10:00:00Z</time>"
    let cases: [(String, [Double])] = [
      (points("wpt", 1, time) + "<rte>" + points("rtept", 2, time) + "</rte>", [2]),
      (points("wpt", 1, time) + "<trk><trkseg>" + points("trkpt", 3, "") + "</trkseg></trk>", [1]),
      (
        points("wpt", 1, time) + "<trk><trkseg>" + points("trkpt", 3, time) + "</trkseg></trk>", [3]
      ),
    ]
    for (text, latitudes) in cases {
      let session = try Fixture.session(Fixture.text(text))
      #expect(session.locations.map(\.latitude) == latitudes)
      #expect(session.notes.map(\.topic) == [.pointsNotImported])
    }
  }

  @Test("strict refuses what would be repaired")
  func strict() throws {
    let text = Fixture.text(Fixture.track(["10:00:00Z", "09:00:00Z"]))
    let error = #expect(throws: ImportError.self) {
      try Fixture.session(text, options: ImportOptions(isStrict: true))
    }
    #expect(error?.description.hasPrefix("track.gpx:5: refused to repair (unsorted-rows)") == true)
  }

  @Test("a document cut anywhere gives the points before, or one line of error")
  func cutAnywhere() throws {
    let text = Array(Fixture.text(Fixture.track(["10:00:00Z", "10:00:01Z", "10:00:02Z"])).utf8)
    var counts: [Int] = []
    for length in 0..<text.count {
      do throws(ImportError) {
        let session = try Fixture.session(Array(text[..<length]))
        counts.append(session.events.count)
        #expect(session.rules.map(\.rawValue) == ["cut-off-document"] || length == text.count - 1)
      } catch {
        #expect(!error.description.contains("\n"))
        #expect(counts.isEmpty)
      }
    }
    #expect(counts == counts.sorted() && Set(counts) == [1, 2, 3])
  }

  @Test("a document in another encoding than it says is read all the same, and that is told")
  func encodings() throws {
    let text = Fixture.text(
      "<metadata><name>Z\u{FC}rich</name></metadata>\n" + Fixture.track(["10:00:00Z"])
    )
    let latin = Array(text.unicodeScalars.map { UInt8($0.value) })
    let wrong = try Fixture.session(latin)
    #expect(wrong.events.count == 1)
    #expect(wrong.repairs.map { "\($0.rule.rawValue) \($0.line)" } == ["wrong-encoding 3"])
    for name in ["ISO-8859-1", "windows-1252", "iso-8859-15"] {
      let declared = text.replacing("UTF-8", with: name).unicodeScalars.map { UInt8($0.value) }
      #expect(try Fixture.session(Array(declared)).rules == [])
    }
    let wide = "\u{FEFF}" + text.replacing("UTF-8", with: "UTF-16")
    let bytes = wide.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try Fixture.session(bytes).events.count == 1)
    #expect(try Fixture.session("\u{FEFF}" + text).events.count == 1)
    #expect(try Fixture.session(text.replacing("UTF-8", with: "x-unknown")).events.count == 1)
  }

  @Test("entities that stand for each other are refused")
  func entityBomb() throws {
    var declarations = "<!ENTITY a0 \"ha\">"
    for level in 1..<30 {
      declarations += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">"
    }
    let text =
      "<?xml version=\"1.0\"?><!DOCTYPE gpx [\(declarations)]><gpx><name>&a29;</name></gpx>"
    let error = #expect(throws: ImportError.self) { try Fixture.session(text) }
    #expect(error?.description == "track.gpx:1: not XML: it declares entities, which are not read")
  }

  @Test("elements within each other, and tags without an end, have limits")
  func limits() throws {
    let deep = Fixture.text(String(repeating: "<a>", count: 10_000))
    let error = #expect(throws: ImportError.self) { try Fixture.session(deep) }
    #expect(error?.description.contains("more than 64 elements within each other") == true)
    let long = Fixture.text("<wpt lat=\"" + String(repeating: "1", count: 3_000_000))
    let other = #expect(throws: ImportError.self) { try Fixture.session(long) }
    #expect(other?.description.contains("a tag or a comment longer than 1048576 bytes") == true)
    let text = Fixture.text(
      "<desc>" + String(repeating: "1", count: 3_000_000) + "</desc>" + Fixture.track(["10:00:00Z"])
    )
    #expect(try Fixture.session(text).events.count == 1)
  }

  @Test("lines are counted, wherever a piece of the file ends")
  func lines() throws {
    var times = (0..<4000).map { "\(10 + $0 / 3600):\(two($0 / 60 % 60)):\(two($0 % 60))Z" }
    times[3990] = "x"
    let session = try Fixture.session(Fixture.text("\n\n" + Fixture.track(times)))
    #expect(session.events.count == 3999)
    #expect(session.repairs.map(\.line) == [3 + 3 + 3990])
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
  }

  @Test("a track that does not fit in memory is the same as one that does", arguments: [1, 7])
  func spilled(step: Int) throws {
    var content = "<trk><trkseg>\n"
    let count = 70_000
    for index in 0..<count {
      // 7 and 70,000 share a factor, so that each class of rest comes in its turn.
      let second = step == 1 ? index : index % 10_000 * 7 + index / 10_000
      let (hour, rest) = second.quotientAndRemainder(dividingBy: 3600)
      let text = [hour, rest / 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        .joined(separator: ":")
      content += Fixture.point(Double(second) / 1000, "<time>2024-05-01T\(text)Z</time>") + "\n"
    }
    let session = try Fixture.session(Fixture.text(content + "</trkseg></trk>"))
    #expect(session.events.count == count)
    let latitudes = session.locations.map(\.latitude)
    #expect(latitudes == (0..<count).map { Double($0) / 1000 })
    #expect(session.rules == (step == 1 ? [] : [.unsortedRows]))
  }

  @Test(
    "damaged documents never crash, and give ordered events or one line of error",
    arguments: 0..<8
  )
  func damaged(round: Int) throws {
    let seed = 0x6E0_0000 + UInt64(round)
    var random = SeededRandom(seed: seed)
    let pieces = [
      "<", ">", "&", "</trkpt>", "<trkpt", "\0", "\"", "<![CDATA[", "&#x0;", "9e999", "\u{FEFF}",
    ]
    let original = Array(Fixture.text(Fixture.track((0..<9).map { "10:00:0\($0)Z" })).utf8)
    for _ in 0..<200 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        } else {
          let piece = pieces[Int.random(in: pieces.indices, using: &random)]
          bytes.insert(contentsOf: piece.utf8, at: place)
        }
      }
      do throws(ImportError) {
        let session = try Fixture.session(bytes)
        #expect(
          zip(session.events, session.events.dropFirst()).allSatisfy { $0.precedes($1) },
          "seed \(seed)"
        )
      } catch {
        #expect(!error.description.contains("\n"), "seed \(seed)")
      }
    }
  }
}
