import KymoDeflate
import KymoHistogram
import Testing

/// What jHiccup and the C library wrote; the expected numbers are those of HdrHistogram's own tests.
@Suite(
  "Interval logs of other programs",
  .enabled(if: LogFolder.isPresent, "needs ../shared/data/hlog")
)
struct ForeignLogTests {
  @Test(
    "logs of every version",
    arguments: [
      ("jHiccup-2.0.1.logV0.hlog", "1.01", 81, 61_256, 1_510_998_015, 1_569_718_271),
      ("jHiccup-2.0.6.logV1.hlog", "1.1", 88, 65_964, 1_829_765_119, 1_888_485_375),
      ("jHiccup-2.0.7S.logV2.hlog", "1.2", 62, 48_761, 1_745_879_039, 1_796_210_687),
      ("jHiccup-2.0.7S.logV3.hlog", "1.3", 62, 48_761, 1_745_879_039, 1_796_210_687),
    ] as [(String, String, Int, Int64, Int64, Int64)]
  )
  func log(name: String, version: String, count: Int, total: Int64, p999: Int64, max: Int64) throws
  {
    let (reader, entries) = try LogFolder.entries(try LogFolder.bytes(name), file: name)
    #expect(reader.version == version)
    #expect(entries.count == count)
    let sum = Histogram(lowest: 1, highest: 3_600_000_000_000, significantDigits: 3)
    for entry in entries { sum.add(entry.histogram) }
    #expect(sum.totalCount == total)
    #expect(sum.value(atPercentile: 99.9) == p999)
    #expect(sum.max == max)
    #expect(sum.outOfRangeCount == 0)
  }

  @Test("tags, times and a first interval") func details() throws {
    let name = "jHiccup-2.0.7S.logV3.hlog"
    let (reader, entries) = try LogFolder.entries(try LogFolder.bytes(name), file: name)
    #expect(reader.startNanoseconds == 1_441_812_279_474_000_000)
    #expect(entries.compactMap(\.tag) == ["a1.134a", "a3.134a", "a5.132a", "a7.133a"])
    let first = try #require(entries.first)
    #expect(first.startNanoseconds == 127_000_000 && first.lengthNanoseconds == 1_007_000_000)
    #expect(first.loggedMaximum == 2.769 && first.line == 5)
    #expect(first.histogram.totalCount == 741 && first.histogram.max == 2_768_895)
    #expect(first.histogram.layout.lowest == 20_000)
    #expect(first.histogram.value(atPercentile: 99) == 409_599)
  }

  @Test("what was read is written with jHiccup's own bytes, but for the compression")
  func rewritten() throws {
    let name = "jHiccup-2.0.7S.logV2.hlog"
    let bytes = try LogFolder.bytes(name)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    for entry in try LogFolder.entries(bytes, file: name).entries {
      let field = try #require(lines[entry.line - 1].split(separator: UInt8(ascii: ",")).last)
      let packed = try #require(Base64.decode(field))
      let plain = try Zlib.decompress(
        packed.span.extracting(droppingFirst: 8),
        maximumCount: 1 << 20
      )
      #expect(entry.histogram.encodedV2() == plain, "line \(entry.line)")
    }
  }

  @Test("the oldest log, whose legend calls the length an end") func oldest()
    throws
  {
    let name = "hiccup.140623.1028.10646.hlog"
    let (reader, entries) = try LogFolder.entries(try LogFolder.bytes(name), file: name)
    #expect(reader.version == "1.01")
    #expect(
      entries.count == 11
        && entries.allSatisfy { 4_990_000_000...5_010_000_000 ~= $0.lengthNanoseconds }
    )
  }

  @Test(
    "malformed lines are refused by name and number",
    arguments: [
      ("test_tagged_invalid_histogram.txt", "is not Base64"),
      ("test_tagged_invalid_tag_key.txt", "5 fields are not"),
      ("test_tagged_invalid_timestamp.txt", "the start '7.1a33' is not a number"),
      ("test_tagged_missing_histogram.txt", "3 fields are not"),
    ]
  )
  func malformed(name: String, message: String) throws {
    do {
      _ = try LogFolder.entries(try LogFolder.bytes(name), file: name)
      Issue.record("it was accepted")
    } catch let error as IntervalLogError {
      #expect(error.description.hasPrefix("\(name):1: "))
      #expect(error.message.contains(message), "\(error)")
    }
  }
}
