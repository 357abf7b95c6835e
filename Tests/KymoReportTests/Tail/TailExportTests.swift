import KymoBenchFixtures
import KymoCore
import Testing

@testable import KymoBench
@testable import KymoReport

@Suite("The tail in exports") struct TailExportTests {
  /// A run with a stall, and what a hiccup thread might have seen of it.
  func result() throws -> LoadResult {
    let result = try ExportSample.result { $0.tailCount = 3 }
    var tick = HiccupTick(target: -1_000_000, woke: -1_000_000, involuntarySwitches: 4)
    tick.minorFaults = 100
    tick.majorFaults = 0
    var later = tick
    later.target = 1_005_000_000
    later.woke = 1_009_000_000
    later.minorFaults = 107
    let hiccups = HiccupReport(
      ticks: [tick, later],
      intervalNanoseconds: 1_000_000,
      processorNanoseconds: 5000
    )
    var tail = result.measured.tail ?? []
    tail[0].hiccupNanoseconds = 4_000_000
    tail[0].counters = hiccups.counters
    return result.with(tail: tail, hiccups: hiccups)
  }

  @Test("JSON, to the letter") func json() throws {
    let text = ExportFormat.json.text(of: try result(), ExportSample.context)
    let first = #"""
        "tail": [
          {
            "rank": 1,
            "event": 1000,
            "command": "accel",
            "dueNanoseconds": 1000000000,
            "responseNanoseconds": 8000000,
            "serviceNanoseconds": 8000000,
            "slipNanoseconds": 0,
            "queued": 1,
            "waiting": 8,
            "busyEvents": 0,
            "cause": "own-handlers",
            "causeText": "its own handlers",
            "behind": null,
            "hiccupNanoseconds": 4000000,
            "counters": {
              "involuntarySwitches": 0,
              "minorFaults": 7,
              "majorFaults": 0,
              "stealNanoseconds": null,
              "dispatcherDelayNanoseconds": null,
              "generatorDelayNanoseconds": null
            },
            "around": [
              {
                "event": 998,
                "command": "accel",
                "dueNanoseconds": 998000000
              },
              {
                "event": 999,
                "command": "a \"b\", <c>|%\u0007é",
                "dueNanoseconds": 999000000
              },
              {
                "event": 1001,
                "command": "accel",
                "dueNanoseconds": 1001000000
              },
              {
                "event": 1002,
                "command": "accel",
                "dueNanoseconds": 1002000000
              }
            ]
          },
          {
            "rank": 2,
            "event": 1001,
            "command": "accel",
            "dueNanoseconds": 1001000000,
            "responseNanoseconds": 7010000,
            "serviceNanoseconds": 10000,
            "slipNanoseconds": 0,
            "queued": 1,
            "waiting": 7,
            "busyEvents": 1,
            "cause": "waited-behind",
            "causeText": "waited behind accel (#1000, 8.00 ms)",
            "behind": {
              "event": 1000,
              "command": "accel",
              "serviceNanoseconds": 8000000
            },
            "hiccupNanoseconds": null,
            "counters": null,
      """#
    #expect(text.contains(first))
    let last = #"""
        "hiccups": {
          "intervalNanoseconds": 1000000,
          "looks": 2,
          "processorNanoseconds": 5000,
          "latenessNanoseconds": {
            "p50": null,
            "p90": null,
            "p99": null,
            "p999": null,
            "p9999": null,
            "max": 4001791
          },
          "thresholdNanoseconds": 100000,
          "count": 1,
          "longest": [
            {
              "startNanoseconds": 1005000000,
              "nanoseconds": 4000000
            }
          ],
          "counters": {
            "involuntarySwitches": 0,
            "minorFaults": 7,
            "majorFaults": 0,
            "stealNanoseconds": null,
            "dispatcherDelayNanoseconds": null,
            "generatorDelayNanoseconds": null
          }
        }
      }

      """#
    #expect(text.hasSuffix(last))
  }

  @Test("the page has a table, and points on the timeline") func html() throws {
    let html = ExportFormat.html.text(of: try result(), ExportSample.context).withoutLabels
    for fragment in [
      "<caption><span>The slowest events</span></caption>",
      "<th scope=\"row\">1 <bdi>accel</bdi> <small>#1000</small></th><td>1.000000 s</td>"
        + "<td>8.00 ms</td><td>8.00 ms</td><td>1</td><td>8</td><td>0</td><td>7</td>"
        + "<td class=\"none\">\u{2013}</td><td>4.00 ms</td><td class=\"prose\"><bdi>its own handlers</bdi></td>",
      "<td class=\"prose\"><bdi>waited behind accel (#1000, 8.00 ms)</bdi></td>",
      "<title>accel, 8.00 ms: its own handlers</title></circle>",
      "one of the slowest events",
      "2 looks, one per 1.00 ms",
    ] {
      #expect(html.contains(fragment), "\(fragment)")
    }
    #expect(
      html.matches(of: /<circle class="slow" cx="[0-9.]+%" cy="[0-9.]+%" r="3.4"><title>/).count
        == 3
    )
    // Nobody asked: nothing of it.
    let plain = ExportFormat.html.text(of: try ExportSample.result(), ExportSample.context)
    #expect(!plain.contains("class=\"slow\""))
    #expect(!plain.contains("The slowest events"))
  }

  @Test("names of commands are no markup here either") func escaping() throws {
    let result = try result()
    var tail = try #require(result.measured.tail)
    tail[1].command = ReportSample.hostile
    tail[1].around = [
      TailNeighbour(index: 1, command: ReportSample.hostile, dueNanoseconds: 5)
    ]
    let blocker = TailBlocker(index: 2, command: ReportSample.hostile, serviceNanoseconds: 6)
    tail[1].cause = .waitedBehind(blocker)
    let html = ExportFormat.html.text(of: result.with(tail: tail), ExportSample.context)
    #expect(ReportSample.scripts(in: html) == 1)
    #expect(html.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{202E}" })
  }

  @Test("sampling and what measuring costs are in every report of the whole") func sampling() throws
  {
    let sampled = try ExportSample.result { $0.sampleInterval = 4 }
    var platform = sampled.platform
    platform.measuringNanoseconds = 4.25
    let result = sampled.with(platform: platform)
    let json = ExportFormat.json.text(of: result, ExportSample.context)
    #expect(json.contains("\n  \"sampleInterval\": 4,\n  \"measuringNanoseconds\": 4.25,\n"))
    let html = ExportFormat.html.text(of: result, ExportSample.context)
    #expect(
      html.contains("<dd>4.3 ns of the dispatcher per event, of which 1 in 4 is timed</dd>")
    )
  }
}
