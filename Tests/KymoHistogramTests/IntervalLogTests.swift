import KymoHistogram
import KymoTestSupport
import Testing

@Suite("Interval logs") struct IntervalLogTests {
  private func entries(_ text: String) throws(IntervalLogError) -> [IntervalLogEntry] {
    try LogFolder.entries(Array(text.utf8), file: "a.hlog").entries
  }

  private func error(_ text: String) -> String? {
    do {
      _ = try entries(text)
      return nil
    } catch { return error.description }
  }

  private func histogram(_ values: Int64...) -> Histogram {
    let histogram = Histogram(lowest: 1, highest: 3_600_000_000_000, significantDigits: 3)
    for value in values { histogram.record(value) }
    return histogram
  }

  @Test("a log is written to the letter") func written() {
    var writer = IntervalLogWriter(
      writtenBy: "kymograph 0.1",
      startNanoseconds: 1_441_812_279_474_000_000,
      baseNanoseconds: 1_441_812_279_000_000_000,
      comments: ["[INVALID: a\nb]", String(repeating: "x", count: 500)]
    )
    writer.append(
      histogram(2_769_000),
      tag: "cmd, 100%",
      startNanoseconds: 127_400_000,
      lengthNanoseconds: 1_006_500_000
    )
    writer.append(histogram(), startNanoseconds: 0, lengthNanoseconds: 0)
    let lines = writer.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(5) == [
        "#[Logged with kymograph 0.1]", "#[Histogram log format version 1.3]",
        "#[BaseTime: 1441812279.000 (seconds since epoch)]",
        "#[StartTime: 1441812279.474 (seconds since epoch), Wed Sep 09 15:24:39 UTC 2015]",
        "#[INVALID: a b]",
      ]
    )
    #expect(lines[5].count == 121)
    #expect(
      lines[6]
        == #""StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram""#
    )
    #expect(lines[7].hasPrefix("Tag=cmd%2C%20100%25,0.127,1.007,2.771,HISTFAAA"))
    #expect(lines[8].hasPrefix("0.000,0.000,0.000,HISTFAAA"))
    #expect(lines.count == 10 && lines[9] == "")
  }

  @Test("what was written is read") func roundTrip() throws {
    var writer = IntervalLogWriter(writtenBy: "test", startNanoseconds: 5_000_000_000)
    let first = histogram(1, 2, 3_000_000)
    writer.append(first, tag: "a", startNanoseconds: 1_500_000_000, lengthNanoseconds: 2_000_000)
    writer.append(first, startNanoseconds: 0, lengthNanoseconds: 0)
    // As other programs end their lines, and with nothing after the last one.
    for text in [
      writer.text, writer.text.replacing("\n", with: "\r\n"), String(writer.text.dropLast()),
    ] {
      let (reader, entries) = try LogFolder.entries(Array(text.utf8), file: "a.hlog")
      #expect(reader.version == "1.3")
      #expect(reader.startNanoseconds == 5_000_000_000)
      #expect(reader.baseNanoseconds == nil)
      #expect(entries.map(\.tag) == ["a", nil])
      #expect(entries.map(\.line) == [5, 6])
      #expect(entries.map(\.startNanoseconds) == [1_500_000_000, 0])
      #expect(entries.map(\.lengthNanoseconds) == [2_000_000, 0])
      #expect(entries.map(\.loggedMaximum) == [3.0, 3.0])
      #expect(entries.allSatisfy { $0.histogram.hasSameContent(as: first) })
    }
  }

  @Test("names become tags that differ and fit in a line") func tags() {
    let names = ["a", "a b", "a%20b", "a,b", "a\nb", "gps\u{E9}", "a=b", ""]
    let tags = names.map { IntervalLogWriter.tag(for: $0) }
    #expect(tags == ["a", "a%20b", "a%2520b", "a%2Cb", "a%0Ab", "gps\u{E9}", "a=b", ""])
  }

  @Test("what is wrong is refused, with file and line") func refusals() {
    let packed = Base64.encode(histogram(1).encodedV2Compressed())
    let good = "0.1,1.0,2.0,\(packed)"
    #expect(error(good) == nil)
    #expect(error("#[anything]\n\n\"StartTimestamp\",\"\"\n\(good)\n# end\n\(good)\n") == nil)
    for (line, message) in [
      ("Tag=a,0.1,1.0,2.0", "3 fields are not start, length, maximum and histogram"),
      ("Ta=a,\(good)", "5 fields are not start, length, maximum and histogram"),
      ("Tag=,\(good)", "the tag is empty or no UTF-8"),
      ("Tag=a,0.1x,1.0,2.0,\(packed)", "the start '0.1x' is not a number of seconds"),
      (".1,1.0,2.0,\(packed)", "the start '.1' is not a number of seconds"),
      ("-1,1.0,2.0,\(packed)", "the start '-1' is not a number of seconds"),
      ("1e3,1.0,2.0,\(packed)", "the start '1e3' is not a number of seconds"),
      ("9223372037,1.0,2.0,\(packed)", "the start '9223372037' is not a number of seconds"),
      ("1,,2.0,\(packed)", "the length '' is not a number of seconds"),
      ("1,1.2.3,2.0,\(packed)", "the length '1.2.3' is not a number of seconds"),
      ("1,1,nan,\(packed)", "the maximum 'nan' is not a number"),
      ("1,1,1,", "the histogram: byte 0: the bytes end within the cookie"),
      ("1,1,1,\(packed.dropLast())", "the histogram is not Base64"),
      ("1,1,1,AAAA\(packed)", "the histogram: byte 0: 0x1c does not begin a histogram"),
      ("\"Start\"", "this is neither a legend nor an interval"),
      ("#[Histogram log format version 2.0]", "version '2.0' of the format is not known"),
      ("#[StartTime: soon]", "the start time 'soon' is not a number of seconds"),
      ("#[BaseTime: ]", "the base time '' is not a number of seconds"),
      ("\u{1B}[2J", "1 fields are not start, length, maximum and histogram"),
    ] {
      #expect(error("# first\n\(line)\n\(good)\n") == "a.hlog:2: \(message)", "\(line)")
    }
  }

  @Test("after an error the next line can be read") func goingOn() throws {
    let good = "0.1,1.0,2.0,\(Base64.encode(histogram(1).encodedV2Compressed()))"
    var reader = IntervalLogReader(Array("oops\n\(good)\n".utf8), file: "b")
    #expect(throws: IntervalLogError.self) { _ = try reader.next() }
    #expect(try reader.next()?.line == 2)
    #expect(try reader.next() == nil)
  }

  @Test("noise is refused and never crashes", arguments: 0..<8) func noise(round: Int) {
    let seed = 0x10C_0000 + UInt64(round)
    var random = SeededRandom(seed: seed)
    var writer = IntervalLogWriter(writtenBy: "test", startNanoseconds: 1)
    writer.append(histogram(5, 9), tag: "t", startNanoseconds: 1, lengthNanoseconds: 1)
    let log = Array(writer.text.utf8)
    for count in 0..<log.count { _ = try? LogFolder.entries(Array(log.prefix(count)), file: "n") }
    for _ in 0..<500 {
      var changed = log
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 0..<log.count, using: &random)] = .random(
          in: 0...255,
          using: &random
        )
      }
      var reader = IntervalLogReader(changed, file: "n", maximumBucketCount: 1 << 16)
      // Every line gives something, so that the end is reached.
      var isAtEnd = false
      for _ in 0...changed.count where !isAtEnd {
        do { isAtEnd = try reader.next() == nil } catch {}
      }
      #expect(isAtEnd, "seed \(seed)")
    }
  }
}
