import KymoText

/// JUnit's XML: a test for everything that holds or does not.
///
/// The verdict stands in the text of an element, as some readers show no attributes.
public enum JUnitExport: FindingsExport {
  /// Its name on the command line.
  public static let name = "junit"
  /// How its files end.
  public static let ending: String? = "junit.xml"

  /// Writes a result of a kind that it takes.
  public static func text(of report: Report) -> String { text(report.findings) }

  static func text(_ findings: any Findings) -> String {
    let tests = findings.tests
    let counts =
      "tests=\"\(tests.count)\" failures=\"\(tests.count(where: \.isFailed))\" errors=\"0\""
    let time = "time=\"\(findings.seconds.map { NumberText.exact($0, decimals: 3) } ?? "0")\""
    let timestamp = findings.startNanoseconds.map {
      " timestamp=\"\(CalendarTime(nanosecondsSinceEpoch: $0).iso.dropLast())\""
    }
    let name = XMLText.escaped(findings.command)
    let skipped = tests.count(where: \.isSkipped)
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"\(name)\" \(counts) \(time)>",
      "  <testsuite name=\"\(name)\" \(counts) skipped=\"\(skipped)\" \(time)\(timestamp ?? "")>",
      "    <properties>",
    ]
    for (name, value) in findings.properties {
      lines.append("      <property name=\"\(name)\" value=\"\(XMLText.escaped(value))\"/>")
    }
    lines.append("    </properties>")
    lines += tests.flatMap(self.lines)
    return (lines + ["  </testsuite>", "</testsuites>", ""]).joined(separator: "\n")
  }

  private static func lines(_ test: Finding) -> [String] {
    let seconds = test.seconds.map { NumberText.exact($0, decimals: 9) } ?? "0"
    let start =
      "    <testcase classname=\"\(XMLText.escaped(test.group))\" "
      + "name=\"\(XMLText.escaped(test.name))\" time=\"\(seconds)\""
    var elements: [String] = []
    switch test.outcome {
    case .passed: break
    case .failed(let kind, let text, let heading):
      let text = XMLText.escaped(text)
      elements.append(
        "      <failure message=\"\(text)\" type=\"\(kind)\">\(heading)\(text)</failure>"
      )
    case .skipped(let reason):
      elements.append(
        "      <skipped\(reason.map { " message=\"\(XMLText.escaped($0))\"" } ?? "")/>"
      )
    }
    if let output = test.output {
      // The end of a line needs no escape where it is text.
      let text = XMLText.escaped(output).replacing("&#10;", with: "\n")
      elements.append("      <system-out>\(text)</system-out>")
    }
    return elements.isEmpty ? [start + "/>"] : [start + ">"] + elements + ["    </testcase>"]
  }
}
