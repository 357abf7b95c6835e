import KymoCore
import KymoRecording
import Testing

@testable import KymoFormats

@Suite("Compressed tars") struct GzipTests {
  static let rows = (0..<3000).map {
    "\(Fixture.start + Int64($0) * 10_000_000),\(Double($0) / 100),9.8,0,0\n"
  }.joined()
  static let tar = ArchiveFixture.tar([
    ("TotalAcceleration.csv", "time,seconds_elapsed,z,y,x\n" + rows)
  ])

  /// What becomes of an archive: how many events, and what is said of checksums.
  static func failure(_ bytes: [UInt8]) -> String {
    do {
      let session = try ArchiveFixture.session(bytes, named: "x.tar.gz")
      let notes = session.notes.map(\.explanation).filter { $0.contains("checksum") }
      return "imported \(session.events.count), \(notes)"
    } catch {
      return (error as? ArchiveFixture.Failure)?.description ?? "\(error)"
    }
  }

  /// The tar in pieces, a member each.
  static func members(_ lengths: [Int]) -> [UInt8] {
    var rest = tar[...]
    var packed: [UInt8] = []
    for length in lengths {
      packed += GzipFixture.member(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return packed + GzipFixture.member(Array(rest))
  }

  static let sound = "imported 3000, []"
  static let damaged =
    "x.tar.gz: damaged: its content does not match its checksum; copy or export it again"

  @Test("of a flipped bit are refused, wherever it is", arguments: [700, 60_000, -1, -6])
  func flippedBit(place: Int) {
    var packed = GzipFixture.member(Self.tar)
    #expect(Self.failure(packed) == Self.sound)
    packed[place < 0 ? packed.count + place : place] ^= 1
    #expect(Self.failure(packed) == Self.damaged)
  }

  @Test(
    "of several members are read, and refused if one has a flipped bit",
    arguments: [([1000], 1), ([0, 70_000], 1), ([512, 512, 0, 512], 3), ([40], 1500)]
      as [([Int], Int)]
  )
  func members(lengths: [Int], times: Int) {
    var packed = Self.members(Array(repeating: lengths, count: times).flatMap { $0 })
    #expect(Self.failure(packed) == Self.sound)
    #expect(Self.failure(packed + [UInt8](repeating: 0, count: 600)) == Self.sound)
    let pattern = Array(",9.8,0,0\n".utf8)
    let row = packed.indices.last { packed[$0...].starts(with: pattern) }
    packed[(row ?? 0) + 3] ^= 1
    #expect(Self.failure(packed) == Self.damaged)
  }

  @Test("with something else behind them are refused")
  func trailingBytes() {
    let packed = GzipFixture.member(Self.tar)
    #expect(
      Self.failure(packed + [1, 2, 3])
        == "x.tar.gz: damaged: what follows its first \(packed.count) bytes is not compressed; "
        + "copy or export it again"
    )
  }

  @Test("that hold what looks like members are told apart from those that have several")
  func lookalikes() {
    let inner = GzipFixture.member(Array("hello".utf8)) + GzipFixture.member([])
    let text = "time,seconds_elapsed,z,y,x\n\(Fixture.start),0,9.8,0,0\n"
    var tar = ArchiveFixture.tar([("TotalAcceleration.csv", text)])
    // Behind the end of the tar, where nobody looks.
    for _ in 0..<4 { tar += inner + [UInt8](repeating: 0, count: 500) }
    var one = GzipFixture.member(tar)
    #expect(Self.failure(one) == "imported 1, []")
    one[600] ^= 1
    #expect(Self.failure(one) == Self.damaged)
    let several =
      GzipFixture.member(Array(tar[..<1536])) + GzipFixture.member(Array(tar[1536...]))
    #expect(Self.failure(several) == "imported 1, []")
    // A file that is compressed twice is read, and said not to be checked.
    #expect(Self.failure(GzipFixture.member(one)).contains("not compared with the checksums"))
  }
}
