public import KymoBench
import KymoText

/// The limits as parts of reports of several formats.
extension LimitJudgement {
  /// The limits with those that are broken first, and those of which nothing is known last.
  public var byWeight: [JudgedLimit] {
    broken + all.filter { $0.verdict == .kept } + notMeasured
  }

  /// A test for each.
  var tests: [Finding] {
    all.map { judged in
      let text = "\(judged.sentence) (\(judged.limit.place))"
      var test = Finding(
        group: "kymo.bench.limit",
        name: "\(judged.name) \(judged.limitText)"
      )
      switch judged.verdict {
      case .kept: test.output = text
      case .broken: test.outcome = .failed(kind: "limit", text: text, heading: "BROKEN: ")
      case .notMeasured: test.outcome = .skipped(text)
      case .missing: test.outcome = .failed(kind: "limit", text: text, heading: "not measured: ")
      }
      return test
    }
  }

  /// An annotation for each that is broken, at its line, and a notice over what is not known.
  ///
  /// - Parameter command: what was run, as it is typed: `kymo bench`.
  /// - Returns: the annotations.
  func annotations(of command: String) -> [GitHubAnnotation] {
    let errors = broken.map { judged in
      GitHubAnnotation(
        .error,
        "\(command): limit broken",
        "\(judged.sentence) (\(judged.limit.place))",
        file: judged.limit.place.file,
        line: judged.limit.place.line
      )
    }
    guard !notMeasured.isEmpty else { return errors }
    let title = "\(command): \(notMeasured.count) limits not measured"
    let lines = reasons.map { "\($0.names.joined(separator: ", ")): \($0.reason)" }
    return errors + [GitHubAnnotation(.notice, title, lines.joined(separator: "\n"))]
  }

  /// Why nothing is known of some limits: each reason once, with what it keeps from being known.
  public var reasons: [(reason: String, names: [String])] {
    var reasons: [(reason: String, names: [String])] = []
    for judged in notMeasured {
      guard let reason = judged.verdict.reason else { continue }
      if let place = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[place].names.append(judged.name)
      } else {
        reasons.append((reason, [judged.name]))
      }
    }
    return reasons
  }

  /// A paragraph and a table of Markdown.
  var markdownLines: [String] {
    guard !all.isEmpty else { return [] }
    return MarkdownText.table(
      [
        "", "Limits: \(summary).", "",
        "| limit | measured | allowed | verdict | set in |", "|---|---:|---|---|---|",
      ],
      byWeight,
      more: "limits"
    ) { judged in
      let verdict =
        judged.verdict == .broken
        ? "**BROKEN**" : MarkdownText.sentence(Self.verdictText(judged.verdict))
      return [
        MarkdownText.cell(judged.name), MarkdownText.cell(judged.actualText),
        MarkdownText.cell(judged.limitText), verdict,
        MarkdownText.cell("\(judged.limit.place)"),
      ]
    }
  }

  /// A section of a page.
  var html: String {
    guard !all.isEmpty else { return "" }
    var table = HTMLTable(
      "Limits: \(summary)",
      ["limit", "measured", "allowed", "verdict", "set in"]
    )
    for judged in byWeight {
      let word = HTMLText.escaped(Self.verdictText(judged.verdict))
      table.rows.append([
        HTMLText.name(judged.name), HTMLText.escaped(judged.actualText),
        HTMLText.escaped(judged.limitText),
        judged.verdict == .broken ? "<strong class=\"slower\">\(word)</strong>" : word,
        HTMLText.name("\(judged.limit.place)"),
      ])
    }
    return HTMLText.section("Limits", table.html)
  }

  private static func verdictText(_ verdict: LimitVerdict) -> String {
    verdict.reason.map { "\(verdict.word): \($0)" } ?? verdict.word
  }
}
