import KymoBench
import KymoText

/// What a sweep or a count says to CI servers: what was found, whether it holds, and its limits.
struct FindingsReport {
  /// A test of its own.
  struct Finding {
    /// The class of the test.
    var group: String
    /// Its name.
    var name: String
    /// What it says.
    var text: String
    /// Why it fails; nil if it does not.
    var failure: String?
  }

  /// What was done: `bench --sweep`.
  var mode: String
  /// Of what, and by what.
  var context: ExportContext
  /// The tests besides those of the limits.
  var findings: [Finding]
  /// What was found, in a sentence.
  var sentence: String
  /// What was found, as lines of Markdown.
  var markdown: [String]

  private var limits: LimitJudgement { context.limits ?? LimitJudgement([]) }
  private var failures: [String] { findings.compactMap(\.failure) }
  private var word: String { (failures.isEmpty ? "valid" : "INVALID") + limits.brokenWords }

  /// JUnit's XML: a test for every finding, and one for every limit.
  var junit: String {
    let failed = failures.count + limits.failedCount
    let tests = findings.count + limits.all.count
    let counts = "tests=\"\(tests)\" failures=\"\(failed)\" errors=\"0\""
    let timestamp = context.startNanoseconds.map {
      " timestamp=\"\(CalendarTime(nanosecondsSinceEpoch: $0).iso.dropLast())\""
    }
    let name = XMLText.escaped("\(context.tool) \(mode)")
    let skipped = limits.skippedCount
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"\(name)\" \(counts) time=\"0\">",
      "  <testsuite name=\"\(name)\" \(counts) skipped=\"\(skipped)\" time=\"0\"\(timestamp ?? "")>",
      "    <properties>",
    ]
    for (name, value) in [
      ("program", context.program), ("recording", context.recording), ("app", context.app),
      ("commit", context.commit ?? ""), ("valid", "\(failures.isEmpty)"),
    ] {
      lines.append("      <property name=\"\(name)\" value=\"\(XMLText.escaped(value))\"/>")
    }
    lines.append("    </properties>")
    for finding in findings { lines += Self.lines(finding) }
    lines += limits.junitLines
    return (lines + ["  </testsuite>", "</testsuites>", ""]).joined(separator: "\n")
  }

  private static func lines(_ finding: Finding) -> [String] {
    let group = XMLText.escaped(finding.group)
    let name = XMLText.escaped(finding.name)
    var lines = ["    <testcase classname=\"\(group)\" name=\"\(name)\" time=\"0\">"]
    if let failure = finding.failure.map(XMLText.escaped) {
      lines.append(
        "      <failure message=\"\(failure)\" type=\"invalid\">INVALID: \(failure)</failure>"
      )
    }
    lines.append("      <system-out>\(XMLText.escaped(finding.text))</system-out>")
    return lines + ["    </testcase>"]
  }

  /// Annotations: why the figures must not be compared, broken limits at their lines, or what was found.
  var annotations: String {
    let title = "\(context.tool) \(mode)"
    var annotations = failures.map { GitHubAnnotation(.error, "\(title): INVALID", $0) }
    annotations += limits.annotations(tool: context.tool)
    if failures.isEmpty { annotations.append(GitHubAnnotation(.notice, title, sentence)) }
    return GitHubAnnotation.text(of: annotations)
  }

  /// Markdown for the summary of a job.
  var summary: String {
    var lines = ["### \(MarkdownText.cell("\(context.tool) \(mode)")): \(word)", ""]
    if !failures.isEmpty {
      lines += ["> [!CAUTION]", "> Do not compare these figures."]
      lines += failures.map { "> - \(MarkdownText.sentence($0))" } + [""]
    }
    lines += [MarkdownText.sentence(sentence), ""] + markdown + limits.markdownLines
    lines += ["", "Of \(MarkdownText.cell(context.recording)).", ""]
    return lines.joined(separator: "\n")
  }
}
