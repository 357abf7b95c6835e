import KymoBench
import KymoBenchFixtures
import KymoReport
import KymoCore
import KymoHistogram
import KymoText
import Testing

@Suite("Exports") struct ExportTests {
  private let context = ExportSample.context

  /// Compressed bytes depend on the version of the library, so that goldens leave them out.
  private func withoutHistograms(_ text: String) -> String {
    text.replacing(/HISTFAAA[A-Za-z0-9+\/=]*/, with: "HISTFAAA...")
  }

  @Test("valid results, to the letter") func golden() throws {
    let result = try ExportSample.result()
    #expect(result.valid, "\(result.reasons)")
    for (format, expected) in [
      (ExportFormat.json, ExportGolden.json), (.hlog, ExportGolden.hlog),
      (.githubBenchmarkBigger, ExportGolden.githubBenchmarkBigger),
      (.bencher, ExportGolden.bencher), (.junit, ExportGolden.junit),
      (.githubSummary, ExportGolden.githubSummary), (.otavaCSV, ExportGolden.otavaCSV),
      (.jmh, ExportGolden.jmh), (.openMetrics, ExportGolden.openMetrics),
    ] {
      #expect(withoutHistograms(format.text(of: result, context)) == expected, "\(format)")
    }
  }

  @Test("invalid results say so in every format that can") func invalid() throws {
    let result = try ExportSample.invalidResult()
    #expect(result.reasons.map(\.description) == ["5 events were lost (queue, newest)"])
    func text(_ format: ExportFormat) -> String {
      withoutHistograms(format.text(of: result, context))
    }
    #expect(text(.junit) == ExportGolden.invalidJUnit)
    #expect(text(.githubSummary) == ExportGolden.invalidSummary)
    #expect(text(.hlog) == ExportGolden.invalidHlog)
    #expect(text(.bencher) == ExportGolden.invalidBencher)
    let reason = "INVALID: 5 events were lost (queue, newest)"
    #expect(text(.json).contains(#""valid": false,"#))
    #expect(text(.hgrm).hasSuffix("#[\(reason)]\n"))
    #expect(text(.googleBenchmark).contains(#""error_message": "\#(reason)""#))
    #expect(text(.googleBenchmark).contains(#""valid": false"#))
    #expect(text(.githubBenchmark).contains(#""extra": "\#(reason)\n1795 events"#))
    #expect(text(.githubBenchmarkBigger).contains(#""extra": "\#(reason)\noffered"#))
    #expect(text(.otavaCSV).contains("\n2015-09-09 15:24:39 +0000,abc123,0,"))
    #expect(text(.jmh).contains(#""invalid":"true""#))
    #expect(text(.openMetrics).contains("\nkymo_bench_valid 0\n"))
  }

  @Test("equal results give equal text", arguments: ExportFormat.formats(for: .run))
  func deterministic(format: ExportFormat) throws {
    let first = format.text(of: try ExportSample.result(), context)
    #expect(format.text(of: try ExportSample.result(), context) == first)
    #expect(first.hasSuffix("\n"))
    var later = context
    later.startNanoseconds = 2_000_000_000_000_000_000
    let timed: [ExportFormat] = [.hlog, .googleBenchmark, .junit, .otavaCSV, .html]
    #expect((format.text(of: try ExportSample.result(), later) == first) != timed.contains(format))
  }

  @Test("the JSON and the log hold every count") func histograms() throws {
    let result = try ExportSample.result()
    let json = ExportFormat.json.text(of: result, context)
    let packed = json.matches(of: /Histogram": "([^"]*)"/).map(\.1)
    #expect(packed.count == 13)
    let originals =
      [result.offered.slipHistogram]
      + result.commands.flatMap { command in
        [
          command.responseHistogram, command.serviceHistogram, command.replyHistogram,
          command.slipHistogram, command.queueingHistogram,
        ]
          + (command.stream.map { [$0.jitterHistogram] } ?? [])
      }
    for (text, original) in zip(packed, originals) {
      let bytes = try #require(Base64.decode(text.utf8))
      let copy = try Histogram(decoding: bytes)
      #expect(Array(copy.recordedBuckets) == Array(original.recordedBuckets))
    }

    let log = ExportFormat.hlog.text(of: result, context)
    var reader = IntervalLogReader(Array(log.utf8), file: "bench.hlog")
    for command in result.commands {
      let entry = try #require(try reader.next())
      #expect(entry.histogram.totalCount == command.count)
      let buckets = Array(command.responseHistogram.recordedBuckets)
      #expect(Array(entry.histogram.recordedBuckets) == buckets)
    }
    #expect(try reader.next() == nil)
    #expect(reader.startNanoseconds == context.startNanoseconds)
    #expect(
      ExportFormat.hgrm.text(of: result, context)
        == result.overall.responseHistogram.percentileText()
    )
  }

  @Test("a row of Google Benchmark, to the letter") func googleBenchmark() throws {
    let text = ExportFormat.googleBenchmark.text(of: try ExportSample.result(), context)
    let row = #"""
          {
            "name": "accel/response/p99",
            "family_index": 0,
            "per_family_instance_index": 2,
            "run_name": "accel/response/p99",
            "run_type": "iteration",
            "repetitions": 1,
            "repetition_index": 0,
            "threads": 1,
            "iterations": 1800,
            "real_time": 10007,
            "cpu_time": 10007,
            "time_unit": "ns",
            "offered_rate": 1000,
            "achieved_rate": 999.9949975237743
          },
      """#
    #expect(text.contains(row))
    #expect(text.contains(#""date": "2015-09-09T15:24:39Z","#))
    #expect(text.matches(of: /"run_type"/).count == 10)
  }

  @Test("percentiles of few values are left out, also in the ranges") func fewValues() throws {
    let result = try LoadFixture.simulate(count: 19, cost: 1000) { _ in }
    for format in ExportFormat.formats(for: .run) {
      let text = format.text(of: result, context)
      #expect(!text.contains("NaN,") && !text.contains(" inf\n"), "\(format)")
    }
    #expect(ExportFormat.githubBenchmark.text(of: result, context) == "[]\n")
    #expect(!ExportFormat.bencher.text(of: result, context).contains("accel"))
    let row = ExportFormat.otavaCSV.text(of: result, context).split(separator: "\n")[1]
    #expect(row.hasSuffix(",,,,,,,,,,"))
  }

  @Test("times to a reply are exported where there are any") func replies() throws {
    var result = try ExportSample.result()
    let reply = Histogram(layout: result.commands[0].replyHistogram.layout)
    reply.record(50_000, count: 1800)
    let replying = result.commands[0].with(name: "call", reply: reply)
    result = result.with(commands: [replying] + result.commands.dropFirst())
    for (format, text) in [
      (ExportFormat.json, #""replies": 1800"#), (.googleBenchmark, #""name": "call/reply/p99""#),
      (.githubBenchmark, #""name": "call reply p99""#), (.bencher, #""reply-p99": {"#),
      (.junit, "reply p99 50015 ns"), (.githubSummary, "| 10.007 | 50.015 |"),
      (.otavaCSV, ",50015,50015,50015,,,"), (.jmh, #""reply":{"score":50000"#),
      (.openMetrics, "kymo_bench_reply_seconds_count{command=\"call\"} 1800"),
    ] {
      #expect(format.text(of: result, context).contains(text), "\(format)")
    }
  }

  @Test("names that are alike, empty or odd stay apart") func names() throws {
    var result = try ExportSample.result()
    let command = result.commands[0]
    result = result.with(commands: ["a\n", "a?", "", "(run)"].map { command.with(name: $0) })
    let text = ExportFormat.bencher.text(of: result, context)
    let names = text.matches(of: /\n  "([^"]*)":/).map { String($0.1) }
    #expect(names == ["a?", "a? (2)", "(unnamed)", "(run) (2)", "(run)"])
    // Every header still has one line, and every row as many cells.
    let lines = ExportFormat.otavaCSV.text(of: result, context).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].split(separator: ",").count == 5 + 4 * 15)
    let long = String(repeating: "x", count: 5000)
    result = result.with(commands: result.commands.map { $0.with(name: long) })
    let longest = ExportFormat.bencher.text(of: result, context).matches(of: /"(x+)":/).map(
      \.1.count
    )
    #expect(longest == [1024])
    #expect(ExportFormat.githubSummary.text(of: result, context).utf8.count < 5000)
  }

  @Test("histories are continued, and nothing else is") func continuation() throws {
    let text = ExportFormat.otavaCSV.text(of: try ExportSample.result(), context)
    let lines = text.split(separator: "\n").map(String.init)
    for header in [lines[0], lines[0] + "\r"] {
      #expect(ExportFormat.otavaCSV.canContinue(after: header))
      #expect(ExportFormat.otavaCSV.continuation(text, after: header) == lines[1] + "\n")
    }
    let other = "time,commit,valid,offered_rate,achieved_rate,b.response_p50_ns"
    #expect(ExportFormat.otavaCSV.canContinue(after: other))
    #expect(ExportFormat.otavaCSV.continuation(text, after: other) == nil)
    #expect(!ExportFormat.otavaCSV.canContinue(after: "time,value"))
    #expect(!ExportFormat.otavaCSV.canContinue(after: "#!/bin/sh"))
    #expect(ExportFormat.githubSummary.continuation("a\n", after: "x") == "\na\n")
    #expect(ExportFormat.formats(for: .run).filter(\.appends) == [.githubSummary, .otavaCSV])
    #expect(ExportFormat.json.continuation("a", after: "x") == nil)
    #expect(!ExportFormat.json.canContinue(after: "x"))
  }

  @Test("default files have names of their own") func defaultFiles() {
    let files = ExportFormat.formats(for: .run).map(\.defaultFile)
    #expect(Set(files).count == files.count)
    #expect(files.allSatisfy { $0.hasPrefix("bench.") || $0 == "-" })
    #expect(ExportFormat.formats(for: .run).filter(\.joinsOutput) == [.githubAnnotations])
    #expect(
      ExportFormat.formats(for: .run).map(\.name) == [
        "json", "hlog", "hgrm", "google-benchmark", "github-benchmark", "github-benchmark-bigger",
        "bencher", "junit", "github-summary", "github-annotations", "otava-csv", "jmh",
        "openmetrics", "html",
      ]
    )
  }

  @Test("the summary keeps within GitHub's limit") func summaryLimit() throws {
    var result = try ExportSample.result()
    let report = result.commands[0]
    let bars = String(repeating: "|", count: 100)
    result = result.with(commands: (0..<600).map { report.with(name: bars + "\($0)") })
    let text = ExportFormat.githubSummary.text(of: result, context)
    #expect(text.utf8.count < 1 << 20)
    #expect(text.contains("... and 100 more commands."))
  }
}
