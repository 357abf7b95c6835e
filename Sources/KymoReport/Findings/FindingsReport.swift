import KymoBench
import KymoText

/// The findings of a sweep, a count or the times of functions for CI servers: the result, whether it
/// holds, and its limits.
struct FindingsReport: Findings {
  /// The work that was done: `sweep`.
  var mode: String
  /// Of what, and by what.
  var context: ExportContext
  /// The tests besides those of the limits.
  var findings: [Finding]
  /// The result, in a sentence.
  var sentence: String
  /// The result, as lines of Markdown.
  var markdown: [String]

  private var limits: LimitJudgement { context.limits ?? LimitJudgement([]) }
  private var failures: [String] {
    findings.compactMap { if case .failed(_, let text, _) = $0.outcome { text } else { nil } }
  }

  var command: String { "\(context.tool) \(mode)" }
  var word: String { (failures.isEmpty ? "valid" : "INVALID") + limits.brokenWords }
  var seconds: Double? { nil }
  var startNanoseconds: Int64? { context.startNanoseconds }

  var properties: [(name: String, value: String)] {
    [
      ("program", context.program), ("recording", context.recording), ("app", context.app),
      ("commit", context.commit ?? ""), ("valid", "\(failures.isEmpty)"),
    ]
  }

  var tests: [Finding] { findings + limits.tests }

  var alert: FindingsAlert? {
    guard !failures.isEmpty else { return nil }
    let reasons = failures.map { "- \(MarkdownText.sentence($0))" }
    return FindingsAlert("CAUTION", ["Do not compare these figures with others."] + reasons)
  }

  var summary: [String] {
    [MarkdownText.sentence(sentence), ""] + markdown + limits.markdownLines
      + [
        "", "Of \(MarkdownText.cell(context.recording.isEmpty ? context.app : context.recording)).",
      ]
  }

  /// Why the figures must not be compared, broken limits at their lines, or what was found.
  var annotations: [GitHubAnnotation] {
    failures.map { GitHubAnnotation(.error, "\(command): INVALID", $0) }
      + limits.annotations(of: command)
      + (failures.isEmpty ? [GitHubAnnotation(.notice, command, sentence)] : [])
  }
}

extension Finding.Outcome {
  /// Figures that must not be compared.
  ///
  /// - Parameter reason: why; nil if they may be.
  /// - Returns: that the test failed, or that it did not.
  static func invalid(_ reason: String?) -> Self {
    reason.map { .failed(kind: "invalid", text: $0, heading: "INVALID: ") } ?? .passed
  }
}
