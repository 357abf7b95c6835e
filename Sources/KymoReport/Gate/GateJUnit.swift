import KymoBench
import KymoText

/// A gate's verdict as JUnit's XML: a test for the verdict, one for each way of measuring, and one for
/// every figure.
///
/// A test fails if its figure has regressed; one that does not decide is skipped. The verdict stands in
/// the text of an element, as some readers show no attributes. The time of a figure's test is the
/// median of HEAD in s.
enum GateJUnit {
  /// A test, its element if it did not pass, and what it says.
  private struct Test {
    var group: String
    var name: String
    var seconds = 0.0
    var failure: (type: String, text: String)?
    var isSkipped = false
    var output: String
  }

  static func text(_ summary: GateSummary) -> String {
    let tests =
      [verdict(summary)] + summary.phases.map { trust($0, summary) } + summary.figures.map(figure)
    let counts =
      "tests=\"\(tests.count)\" failures=\"\(tests.count { $0.failure != nil })\" errors=\"0\""
    let skipped = tests.count(where: \.isSkipped)
    let time = "time=\"\(NumberText.exact(summary.seconds, decimals: 3))\""
    let timestamp = summary.startNanoseconds.map {
      " timestamp=\"\(CalendarTime(nanosecondsSinceEpoch: $0).iso.dropLast())\""
    }
    let tool = XMLText.escaped(summary.tool)
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"\(tool) gate\" \(counts) \(time)>",
      "  <testsuite name=\"\(tool) gate\" \(counts) skipped=\"\(skipped)\" \(time)\(timestamp ?? "")>",
      "    <properties>",
    ]
    for (name, value) in [
      ("program", summary.program), ("base", summary.base), ("head", summary.head),
      ("recording", summary.recording), ("verdict", summary.decision.verdict.rawValue),
    ] {
      lines.append("      <property name=\"\(name)\" value=\"\(XMLText.escaped(value))\"/>")
    }
    lines.append("    </properties>")
    lines += tests.flatMap(self.lines)
    return (lines + ["  </testsuite>", "</testsuites>", ""]).joined(separator: "\n")
  }

  /// The verdict over everything: it passes if the step does.
  private static func verdict(_ summary: GateSummary) -> Test {
    let decision = summary.decision
    let lines = ["\(decision.verdict.rawValue): \(decision.sentence)"] + decision.reasons
    let text = lines.joined(separator: "\n")
    let isPassed = decision.verdict == .pass || decision.verdict == .improved
    return Test(
      group: "verdict",
      name: "HEAD against BASE",
      failure: isPassed ? nil : (decision.verdict.rawValue, text),
      output: text
    )
  }

  /// Whether a way of measuring can be trusted now.
  private static func trust(_ phase: PhaseJudgement, _ summary: GateSummary) -> Test {
    let text = ([phase.verdict.rawValue] + phase.reasons).joined(separator: "\n")
    // What the verdict does without fails no job.
    let isNeeded = phase.notKnown.map { !summary.decision.notKnown.contains($0) } ?? true
    return Test(
      group: phase.phase.name,
      name: "(measurement)",
      failure: phase.verdict == .invalid && isNeeded ? (GateVerdict.invalid.rawValue, text) : nil,
      isSkipped: phase.verdict == .inconclusive || phase.verdict == .invalid && !isNeeded,
      output: text
    )
  }

  private static func figure(_ figure: GateFigure) -> Test {
    let text = "\(figure.verdictText)\n\(figure.text)"
    let isBad = figure.verdict == .regressed || figure.verdict == .invalid
    return Test(
      group: figure.group,
      name: figure.name,
      seconds: figure.seconds,
      failure: isBad ? (figure.verdict?.rawValue ?? "", text) : nil,
      isSkipped: figure.verdict == nil || figure.verdict == .inconclusive,
      output: text
    )
  }

  private static func lines(_ test: Test) -> [String] {
    var lines = [
      "    <testcase classname=\"kymo.gate.\(XMLText.escaped(test.group))\" "
        + "name=\"\(XMLText.escaped(test.name))\" "
        + "time=\"\(NumberText.exact(test.seconds, decimals: 9))\">"
    ]
    if let failure = test.failure {
      let text = XMLText.escaped(failure.text)
      lines.append(
        "      <failure message=\"\(text)\" type=\"\(failure.type)\">\(text)</failure>"
      )
    } else if test.isSkipped {
      lines.append("      <skipped/>")
    }
    lines.append("      <system-out>\(XMLText.escaped(test.output))</system-out>")
    return lines + ["    </testcase>"]
  }
}
