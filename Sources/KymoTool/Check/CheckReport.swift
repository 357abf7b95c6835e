import KymoCommandLine
import KymoMCAP
import KymoText

/// The final report of `kymo check`.
struct CheckReport {
  let path: String
  let report: MCAPCheckReport
  /// Whether warnings count, too.
  let isStrict: Bool

  /// Whether the file is what was asked for.
  var passes: Bool { report.passes && (!isStrict || report.warningCount == 0) }

  /// The report for programs.
  var json: JSONText {
    [
      "schema": "kymograph.check/1",
      "passes": JSONText(passes),
      "interrupted": JSONText(!report.isFinished),
      "errors": JSONText(report.errorCount),
      "warnings": JSONText(report.warningCount),
      "unusual": JSONText(report.unusualCount),
      "bytes": JSONText(report.byteCount),
      "messages": JSONText(report.messageCount),
      "chunks": JSONText(report.chunkCount),
      "attachments": JSONText(report.attachmentCount),
      "metadata": JSONText(report.metadataCount),
      "checksums": [
        "dataSection": JSONText(report.dataChecksum.rawValue),
        "summary": JSONText(report.summaryChecksum.rawValue),
      ],
      "findings": JSONText(
        report.findings.map { finding in
          [
            "severity": JSONText(finding.severity.rawValue),
            "kind": JSONText(finding.problem.kind.name),
            "byte": JSONText(finding.problem.offset),
            "byteInChunk": finding.offsetInChunk.map { JSONText($0) } ?? .null,
            "message": JSONText(finding.problem.message),
          ]
        }
      ),
      "findingsLeftOut": JSONText(report.leftOutCount),
    ]
  }

  /// The report for people.
  func print(to console: inout Console) {
    let verdict = report.isFinished ? (passes ? "passes" : "does not pass") : "not read to its end"
    console.print(
      "\(path.printable): \(verdict), "
        + "\(Self.count(report.errorCount, "error")), \(Self.count(report.warningCount, "warning"))"
        + (report.unusualCount > 0 ? ", \(report.unusualCount) unusual" : "")
    )
    console.print(
      "read      \(report.byteCount) bytes: \(Self.count(report.messageCount, "message")), "
        + "\(Self.count(report.chunkCount, "chunk")), "
        + "\(Self.count(report.attachmentCount, "attachment")), "
        + "\(Self.count(report.metadataCount, "metadata record"))"
    )
    console.print(
      "checksums data section \(Self.words(report.dataChecksum)), "
        + "summary \(Self.words(report.summaryChecksum))"
    )
    for finding in report.findings {
      console.print(Self.heading(finding.severity) + finding.problem.message.printable)
    }
    if report.leftOutCount > 0 {
      console.print("          and \(report.leftOutCount) more, counted and not kept")
    }
  }

  private static func count(_ count: UInt64, _ what: String) -> String {
    "\(count) \(what)\(count == 1 ? "" : "s")"
  }

  private static func heading(_ severity: MCAPFinding.Severity) -> String {
    switch severity {
    case .error: "error     "
    case .warning: "warning   "
    case .unusual: "unusual   "
    }
  }

  private static func words(_ checksum: MCAPCheckReport.Checksum) -> String {
    switch checksum {
    case .absent: "has none"
    case .matches: "matches"
    case .differs: "DIFFERS"
    }
  }
}

extension MCAPError.Kind {
  /// The kind as programs read it.
  fileprivate var name: String {
    switch self {
    case .system: "system"
    case .truncated: "truncated"
    case .magic: "magic"
    case .malformed: "malformed"
    case .limit: "limit"
    case .checksum: "checksum"
    case .unsupported: "unsupported"
    case .conflict: "conflict"
    case .index: "index"
    }
  }
}
