import KymoHistogram
import Testing

@testable import KymoBench
@testable import KymoReport

@Suite("Exports of repetitions") struct RepetitionExportTests {
  private func text(_ format: ExportFormat, wanted: Int = 3) throws -> String {
    let (result, context) = try RepetitionSample.merged(wanted: wanted)
    return format.text(of: result, context)
  }

  @Test("Google Benchmark has a row for each, and its own aggregates") func googleBenchmark() throws
  {
    let text = try text(.googleBenchmark)
    let name = "accel/response/p99"
    let times = text.split(separator: "    {\n").filter { $0.contains("\"run_name\": \"\(name)\"") }
      .map { row in
        let name = row.firstMatch(of: /"name": "([^"]*)"/)?.1 ?? ""
        let index = row.firstMatch(of: /"repetition_index": (\d+)/)?.1 ?? "-"
        let time = row.firstMatch(of: /"real_time": ([^,]*)/)?.1 ?? ""
        return "\(name) \(index) \(time)"
      }
    #expect(
      times == [
        "\(name) 0 10007", "\(name) 1 20015", "\(name) 2 30015",
        "\(name)_mean - 20012.333333333332",
        "\(name)_median - 20015", "\(name)_stddev - 10004.000266560039",
        "\(name)_cv - 0.499891746750839",
      ]
    )
    #expect(text.matches(of: /"repetitions": 3,/).count == text.matches(of: /"run_type"/).count)
    #expect(text.contains("\"aggregate_name\": \"cv\",\n      \"aggregate_unit\": \"percentage\""))
    #expect(!text.contains("error_occurred"))
  }

  @Test("JMH has a fork for each, and the range of their means") func jmh() throws {
    let text = try text(.jmh)
    #expect(text.contains(#""forks":3,"#))
    let raw = try #require(
      text.firstMatch(of: /"rawData":\[\[([^\]]*)\],\[([^\]]*)\],\[([^\]]*)\]\]/)
    )
    let means = [raw.1, raw.2, raw.3].compactMap { Double($0) }
    #expect(means.count == 3 && means == means.sorted())
    #expect(text.contains("\"scoreConfidence\":[\(raw.1),\(raw.3)]"))
    // The first histogram is that of the first run: nothing at 20 µs.
    let first = try #require(text.firstMatch(of: /"rawDataHistogram":\[\[\[(.*?)\]\]\]/)?.1)
    #expect(first.hasPrefix("[10007,179") && first.hasSuffix("[8003583,1"))
    #expect(!first.contains("20015"))
  }

  @Test("the log has an interval for each, one after the other") func hlog() throws {
    var reader = IntervalLogReader(Array(try text(.hlog).utf8), file: "bench.hlog")
    var starts: [Int64] = []
    var counts: [Int64] = []
    while let entry = try reader.next() {
      starts.append(entry.startNanoseconds)
      counts.append(entry.histogram.totalCount)
    }
    #expect(counts == [1800, 200, 1800, 200, 1800, 200])
    #expect(starts == starts.sorted() && Set(starts).count == 3)
  }

  @Test("ranges are those of the repetitions") func ranges() throws {
    #expect(
      try text(.bencher).contains(
        """
            "response-p50": {
              "value": 20015,
              "lower_value": 10007,
              "upper_value": 30015
            }
        """
      )
    )
    #expect(
      try text(.bencher).firstMatch(
        of:
          /"throughput": \{\s*"value": [0-9.]+,\s*"lower_value": [0-9.]+,\s*"upper_value": [0-9.]+\s*\}/
      ) != nil
    )
    let entry = "\"value\": 20015,\n    \"unit\": \"ns\",\n    \"range\": \"10007 to 30015\""
    #expect(try text(.githubBenchmark).contains(entry))
    #expect(try text(.githubBenchmarkBigger).contains("\"range\": \"999.9"))
    #expect(try text(.junit).contains("response p50 20015 ns, 10007 to 30015 ns"))
  }

  @Test("the others have all repetitions together") func together() throws {
    #expect(try text(.openMetrics).contains("\nkymo_bench_repetitions 3\n"))
    #expect(
      try text(.openMetrics).contains("kymo_bench_response_seconds_count{command=\"accel\"} 5400")
    )
    let (result, _) = try RepetitionSample.merged()
    #expect(try text(.hgrm) == result.overall.responseHistogram.percentileText())
    #expect(
      try text(.githubSummary).contains(
        "| accel | 10.007 | 20.015 | 30.015 | 10.007 | 20.015 | 30.015 |"
      )
    )
    // A history goes on with repetitions as it began without.
    let header = try text(.otavaCSV).split(separator: "\n")[0]
    let single = ExportFormat.otavaCSV.text(of: try ExportSample.result(), ExportSample.context)
    #expect(single.hasPrefix(header + "\n"))
  }

  @Test("what was stopped is exported, and marked") func stopped() throws {
    let reason = "stopped after 3 of 5 repetitions"
    for format in ExportFormat.formats(for: .run) where format != .jmh && format != .otavaCSV {
      let text = try text(format, wanted: 5)
      let isMarked = text.contains(reason) || text.contains("bencher-ignore")
      #expect(isMarked || text.contains("kymo_bench_valid 0"), "\(format)")
    }
    #expect(try text(.jmh, wanted: 5).contains(#""invalid":"true""#))
    #expect(try text(.otavaCSV, wanted: 5).contains(",abc123,0,"))
    #expect(
      try text(.googleBenchmark, wanted: 5).contains("INVALID: not all repetitions are there")
    )
  }
}
