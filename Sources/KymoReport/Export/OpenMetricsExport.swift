public import KymoBench
import KymoText

/// The text format of OpenMetrics 1.0: summaries for every command, and gauges for the run.
///
/// Times are in s, as the format wants it. There are no time stamps, so that equal results are equal
/// text; `kymo_bench_valid` is 0 for figures that must not be compared.
public enum OpenMetricsExport: RunExport {
  /// Its name on the command line.
  public static let name = "openmetrics"
  /// How its files end.
  public static let ending: String? = "openmetrics.txt"

  private static let prefix = "kymo_bench"

  /// Writes a run.
  public static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    let rows = ExportRow.all(result)
    var lines = head("", "info", nil, "What was measured.")
    let facts = [
      ("app", context.app), ("arrivals", "\(result.offered.arrivals)"),
      ("commit", context.commit ?? ""),
      ("digest", context.digest), ("program", context.program), ("recording", context.recording),
    ]
    lines.append(line("_info", facts, "1"))
    lines += head("_valid", "gauge", nil, "Whether the figures may be compared.")
    lines.append(line("_valid", [], result.valid ? "1" : "0"))
    if let set = result.repetitions {
      lines += head("_repetitions", "gauge", nil, "Equal runs that the figures are of together.")
      lines.append(line("_repetitions", [], "\(set.all.count)"))
    }
    lines += head("_offered_rate", "gauge", nil, "Events per second that were due.")
    lines.append(line("_offered_rate", [], number(result.offered.rate)))
    lines += head("_achieved_rate", "gauge", nil, "Events per second that were done.")
    lines.append(line("_achieved_rate", [], number(result.measured.rate)))
    lines += head("_dropped_events", "gauge", nil, "Events that were lost, by place.")
    for place in LoadDrop.Place.allCases {
      let count = result.offered.drops.filter { $0.place == place }.reduce(0) { $0 + $1.count }
      lines.append(line("_dropped_events", [("place", place.rawValue)], "\(count)"))
    }
    if let process = result.system.process { lines += self.lines(process) }
    lines += head("_slip_seconds", "summary", "seconds", "From when an event was due to the queue.")
    lines += summary(
      "_slip_seconds",
      [],
      result.offered.slip,
      NamedPercentile.all(result.offered.slip, result.offered.slipHistogram)
    )
    lines += head(
      "_response_seconds",
      "summary",
      "seconds",
      "From when an event was due to its end."
    )
    for row in rows {
      let label = [("command", row.name)]
      lines += summary(
        "_response_seconds",
        label,
        row.report.response,
        row.report.responsePercentiles
      )
    }
    lines += head("_response_max_seconds", "gauge", "seconds", "The longest response time.")
    for row in rows where row.report.response.count > 0 {
      let maximum = seconds(Double(row.report.response.max))
      lines.append(line("_response_max_seconds", [("command", row.name)], maximum))
    }
    lines += head("_service_seconds", "summary", "seconds", "What the handlers took.")
    for row in rows {
      let label = [("command", row.name)]
      lines += summary("_service_seconds", label, row.report.service, row.report.servicePercentiles)
    }
    lines += head(
      "_reply_seconds",
      "summary",
      "seconds",
      "From when a request was due to its reply."
    )
    for row in rows where row.report.reply.count > 0 {
      let label = [("command", row.name)]
      lines += summary("_reply_seconds", label, row.report.reply, row.report.replyPercentiles)
    }
    return (lines + ["# EOF", ""]).joined(separator: "\n")
  }

  /// Returns the counts of the system: gauges, as each is of one run and none goes on from there.
  private static func lines(_ process: ProcessCounts) -> [String] {
    var lines = head("_cpu_seconds", "gauge", "seconds", "Processor time of the whole process.")
    for (mode, time) in [("user", process.userNanoseconds), ("system", process.systemNanoseconds)] {
      lines.append(line("_cpu_seconds", [("mode", mode)], seconds(Double(time))))
    }
    lines += head("_context_switches", "gauge", nil, "Changes of what runs on a core, by cause.")
    for (kind, count) in [
      ("voluntary", process.voluntarySwitches), ("involuntary", process.involuntarySwitches),
    ] {
      lines.append(line("_context_switches", [("kind", kind)], "\(count)"))
    }
    lines += head("_page_faults", "gauge", nil, "Pages that had to be mapped, major ones read.")
    for (kind, count) in [("minor", process.minorFaults), ("major", process.majorFaults)] {
      lines.append(line("_page_faults", [("kind", kind)], "\(count)"))
    }
    lines += head(
      "_peak_resident_bytes",
      "gauge",
      "bytes",
      "The most memory of the process so far."
    )
    lines.append(line("_peak_resident_bytes", [], "\(process.peakResidentBytes)"))
    if let count = process.instructions.count {
      lines += head("_instructions", "gauge", nil, "What the dispatching thread executed.")
      lines.append(line("_instructions", [], "\(count)"))
    }
    return lines
  }

  private static func head(
    _ suffix: String,
    _ type: String,
    _ unit: String?,
    _ help: String
  ) -> [String] {
    let name = prefix + suffix
    return ["# TYPE \(name) \(type)"] + (unit.map { ["# UNIT \(name) \($0)"] } ?? [])
      + ["# HELP \(name) \(help)"]
  }

  private static func summary(
    _ suffix: String,
    _ labels: [(String, String)],
    _ summary: LatencySummary,
    _ percentiles: [NamedPercentile]
  ) -> [String] {
    percentiles.map {
      line(suffix, labels + [("quantile", $0.quantile)], seconds(Double($0.value)))
    } + [
      line(suffix + "_count", labels, "\(summary.count)"),
      line(suffix + "_sum", labels, seconds(summary.mean * Double(summary.count))),
    ]
  }

  private static func line(_ suffix: String, _ labels: [(String, String)], _ value: String)
    -> String
  {
    let texts = labels.map { "\($0)=\"\(escaped($1))\"" }
    let list = texts.isEmpty ? "" : "{\(texts.joined(separator: ","))}"
    return "\(prefix)\(suffix)\(list) \(value)"
  }

  private static func seconds(_ nanoseconds: Double) -> String { number(nanoseconds / 1e9) }

  private static func number(_ value: Double) -> String { NumberText.shortest(value) }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
