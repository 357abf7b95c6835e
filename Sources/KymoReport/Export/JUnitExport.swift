import KymoBench
import KymoText

/// JUnit's XML: a test for every condition of a valid run, and one for every command.
///
/// The time of a command's test is its mean response time in s; its percentiles are its output. The
/// verdict stands in the text of an element, as some readers show no attributes.
enum JUnitExport: ResultExport {
  static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    let rows = ExportRow.all(result)
    let conditions = RunCondition.all(for: result)
    let limits = context.limits ?? LimitJudgement([])
    let failures =
      conditions.count { !$0.violations(in: result).isEmpty } + limits.failedCount
    let tests = conditions.count + rows.count + limits.all.count
    let counts = "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\""
    let skipped = limits.skippedCount
    let time = "time=\"\(NumberText.exact(result.measuredSeconds, decimals: 3))\""
    let timestamp = context.startNanoseconds.map {
      " timestamp=\"\(CalendarTime(nanosecondsSinceEpoch: $0).iso.dropLast())\""
    }
    let tool = XMLText.escaped(context.tool)
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"\(tool) bench\" \(counts) \(time)>",
      "  <testsuite name=\"\(tool) bench\" \(counts) skipped=\"\(skipped)\" \(time)\(timestamp ?? "")>",
      "    <properties>",
    ]
    for (name, value) in properties(result, context) {
      lines.append("      <property name=\"\(name)\" value=\"\(XMLText.escaped(value))\"/>")
    }
    lines.append("    </properties>")
    for condition in conditions { lines += self.lines(condition, result) }
    for row in rows { lines += self.lines(row) }
    lines += limits.junitLines
    lines += ["  </testsuite>", "</testsuites>", ""]
    return lines.joined(separator: "\n")
  }

  private static func properties(
    _ result: LoadResult,
    _ context: ExportContext
  ) -> [(String, String)] {
    [
      ("program", context.program), ("recording", context.recording), ("app", context.app),
      ("commit", context.commit ?? ""), ("arrivals", "\(result.offered.arrivals)"),
      ("digest", context.digest), ("valid", "\(result.valid)"),
      ("offeredRate", NumberText.shortest(result.offered.rate)),
      ("achievedRate", NumberText.shortest(result.measured.rate)),
    ] + (result.repetitions.map { [("repetitions", "\($0.all.count)")] } ?? [])
  }

  private static func lines(_ condition: RunCondition, _ result: LoadResult) -> [String] {
    let start =
      "    <testcase classname=\"kymo.bench.run\" name=\"\(condition.rawValue)\" time=\"0\""
    let violations = condition.violations(in: result)
    guard !violations.isEmpty else { return [start + "/>"] }
    let text = XMLText.escaped(violations.joined(separator: "; "))
    return [
      start + ">",
      "      <failure message=\"\(text)\" type=\"invalid\">INVALID: \(text)</failure>",
      "    </testcase>",
    ]
  }

  private static func lines(_ row: ExportRow) -> [String] {
    let report = row.report
    let seconds = NumberText.exact(report.response.mean / 1e9, decimals: 9)
    let name = XMLText.escaped(row.name)
    var lines = [
      "    <testcase classname=\"kymo.bench.command\" name=\"\(name)\" time=\"\(seconds)\">"
    ]
    var texts = ["\(report.count) events"]
    texts += row.percentiles[0].percentiles.map { percentile in
      "response \(percentile.name) \(percentile.value) ns" + row.rangeText(percentile)
    }
    if report.response.count > 0 { texts.append("response max \(report.response.max) ns") }
    texts += report.servicePercentiles.map { "service \($0.name) \($0.value) ns" }
    texts += report.replyPercentiles.map { "reply \($0.name) \($0.value) ns" }
    lines.append("      <system-out>\(texts.joined(separator: "\n"))</system-out>")
    lines.append("    </testcase>")
    return lines
  }
}
