import KymoCore
import KymoFormats
import KymoRecording
import Testing

@Suite("Archives") struct ArchiveTests {
  static let axes = "time,seconds_elapsed,z,y,x\n\(Fixture.start),0.1,9.8,0,0\n"
  static let fixes = "time,seconds_elapsed,longitude,latitude\n\(Fixture.start),0.1,50,40\n"

  static func failure(
    _ members: [(name: String, text: String)],
    limits: ArchiveLimits = ArchiveLimits()
  ) -> String {
    do {
      _ = try ArchiveFixture.session(ArchiveFixture.tar(members), named: "x.tar", limits: limits)
      return "imported"
    } catch {
      return (error as? ArchiveFixture.Failure)?.description ?? "\(error)"
    }
  }

  @Test("are read like the folder that they were made from, whatever the order in them")
  func order() throws {
    let members = [
      ("./Walk/meta/notes.csv", "what\nnothing\n"), ("./Walk/Location.csv", Self.fixes),
      ("./Walk/._Location.csv", "\u{0}\u{5}\u{16}\u{7}"), ("./Walk/readme.txt", "hello"),
      ("__MACOSX/Walk/Location.csv", "\u{0}"), ("./Walk/TotalAcceleration.csv", Self.axes),
    ]
    let session = try ArchiveFixture.session(ArchiveFixture.tar(members), named: "x.tar")
    #expect(session.events.map(\.source) == [.accelerometer, .location])
    #expect(
      session.description.origin == "Sensor Logger CSV: TotalAcceleration.csv, Location.csv"
    )
    let skipped = session.files.filter { $0.use == .skipped }.map(\.file)
    #expect(skipped.count == 2)
    #expect(skipped.contains { $0.hasSuffix("x.tar/Walk/meta/notes.csv") })
    #expect(skipped.contains { $0.hasSuffix("x.tar/Walk/readme.txt") })
    let reversed = ArchiveFixture.tar(members.reversed())
    #expect(
      try ArchiveFixture.session(reversed, named: "x.tar").events.map(\.payload)
        == session.events.map(\.payload)
    )
    // The first bytes tell, whatever the name.
    #expect(
      try ArchiveFixture.session(reversed, named: "download").events.map(\.payload)
        == session.events.map(\.payload)
    )
  }

  @Test("name the member in what they say")
  func names() {
    #expect(
      Self.failure([("../../Accelerometer.csv", "time,seconds_elapsed,z,y,x\n1,2\n")])
        == "x.tar/../../Accelerometer.csv:2: 2 fields instead of 5"
    )
  }

  @Test("stop at the limits, which count only what is needed")
  func limits() throws {
    let long = Self.axes + String(repeating: "\(Fixture.start + 1),0.2,9.8,0,0\n", count: 50_000)
    let members = [("other.csv", "a,b" + long), ("TotalAcceleration.csv", long)]
    let tar = ArchiveFixture.tar(members)
    let enough = ArchiveLimits(memberBytes: 2 << 20, totalBytes: 3 << 20)
    #expect(try ArchiveFixture.session(tar, named: "x.tar", limits: enough).events.count == 50_001)
    #expect(
      Self.failure(members, limits: ArchiveLimits(memberBytes: 1_200_000))
        == "x.tar/TotalAcceleration.csv: unpacks to more than 1200000 bytes; "
        + "unpack it and import the folder"
    )
    #expect(
      Self.failure(members, limits: ArchiveLimits(totalBytes: 2 << 20))
        == "x.tar: unpacks to more than 2097152 bytes; unpack it and import the folder"
    )
    #expect(
      Self.failure(members + [("a.txt", "")], limits: ArchiveLimits(members: 2))
        == "x.tar: more than 2 files; unpack it and import the folder"
    )
  }

  @Test("are not opened within one another")
  func nested() throws {
    #expect(
      Self.failure([("inner.zip", "PK")])
        == "x.tar/inner.zip: an archive within an archive is not opened; "
        + "unpack x.tar and import what is in it"
    )
    let both = ArchiveFixture.tar([("inner.zip", "PK"), ("TotalAcceleration.csv", Self.axes)])
    let session = try ArchiveFixture.session(both, named: "x.tar")
    #expect(session.events.count == 1)
    #expect(session.notes.contains { $0.file.hasSuffix("x.tar/inner.zip") })
  }

  @Test("say what they are not, and what to do")
  func refusals() throws {
    #expect(
      Self.failure([("a.txt", "hello"), ("b/c.json", "{}")])
        == "x.tar: no file of a known format; found a.txt, c.json; "
        + "known are \(Fixture.understood)"
    )
    func failure(_ bytes: [UInt8], _ name: String) -> String? {
      let error = #expect(throws: ArchiveFixture.Failure.self) {
        try ArchiveFixture.session(bytes, named: name)
      }
      return error?.description
    }
    #expect(
      failure(Array("<html>".utf8), "x.zip")
        == "x.zip: not a zip, or one that was cut off: it has no directory; copy or export it again"
    )
    #expect(
      failure(Array("<html>".utf8), "x.tar")
        == "x.tar: not a tar, or one that was cut off: it does not end like one; "
        + "copy or export it again"
    )
    #expect(
      failure(Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C, 0], "Walk")
        == "Walk: an archive of the kind 7z is not read; "
        + "unpack it and import the folder, or pack it as zip or tar"
    )
    // Cut off, and zeros behind it as a tar has them.
    let whole = ArchiveFixture.tar([("TotalAcceleration.csv", Self.axes)])
    #expect(
      failure(Array(whole[..<530]) + [UInt8](repeating: 0, count: 512), "x.tar")
        == "x.tar: damaged: Truncated tar archive; copy or export it again"
    )
  }
}
