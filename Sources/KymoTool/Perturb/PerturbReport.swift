import KymoCommandLine
import KymoRecording
import KymoText
import KymoTrials

/// The final report of `kymo perturb`.
struct PerturbReport {
  let path: String
  /// The recording.
  let file: SessionFile
  /// The findings.
  let findings: PerturbationFindings
  let divergences: DivergenceReport
  /// The options of `replay` that every process gets.
  let options: [String]
  /// The tool's name, for command lines.
  let tool: String
  /// How the program was called, for command lines that run anywhere.
  let program: String
  /// Whether a change that cannot be made is a partial result.
  let isStrict: Bool

  /// Whether the reference came to what the recording says; nil if it says nothing, or of another app.
  private var agreesWithRecording: Bool? {
    guard let recorded = file.result, file.app == findings.reference.app else { return nil }
    return recorded.digest == findings.reference.digest
      && recorded.events == findings.reference.events
  }

  /// The status to exit with.
  var status: ExitStatus {
    if findings.hasFindings { return .diverged }
    return findings.wasInterrupted || isStrict && !findings.notTried.isEmpty ? .partial : .success
  }

  /// The verdict in a word.
  private var verdict: String {
    if findings.differsByItself { return "differs-by-itself" }
    if !findings.causes.isEmpty { return "differs" }
    if findings.hasFindings { return "uncertain" }
    return findings.wasInterrupted ? "interrupted" : "same"
  }

  // MARK: For programs

  /// The report for programs.
  var json: JSONText {
    [
      "schema": "kymograph.perturb/1",
      "recording": JSONText(path),
      "app": JSONText(findings.reference.app),
      "events": JSONText(findings.reference.events),
      "digest": JSONText(TraceDigest.text(findings.reference.digest)),
      "agreesWithRecording": agreesWithRecording.map { JSONText($0) } ?? .null,
      "verdict": JSONText(verdict),
      "causes": JSONText(findings.causes.map { JSONText($0) }),
      "uncertain": JSONText(findings.doubtful.map { JSONText($0.perturbation.name) }),
      "unchangedRuns": JSONText(findings.unchangedRuns),
      "interrupted": JSONText(findings.wasInterrupted),
      "runs": JSONText(findings.runCount),
      "notHeldStill": JSONText(findings.plan.loose.map { JSONText($0) }),
      "notTried": JSONText(
        findings.notTried.map { ["name": JSONText($0.name), "reason": JSONText($0.detail)] }
      ),
      "changes": JSONText(findings.results.filter { !$0.runs.isEmpty }.map { json($0) }),
    ]
  }

  private func json(_ result: PerturbationResult) -> JSONText {
    var members = [
      JSONMember("name", JSONText(result.perturbation.name)),
      JSONMember("detail", JSONText(result.perturbation.detail)),
      JSONMember("runs", JSONText(result.count)),
      JSONMember("differs", JSONText(result.finding != nil)),
      JSONMember("differing", JSONText(result.differing)),
      JSONMember("repeats", JSONText(result.repeats.count)),
      JSONMember("differingRepeats", JSONText(result.repeats.count { !$0.isSame })),
    ]
    guard let finding = result.finding else { return .object(members) }
    members.append(JSONMember("reproduce", JSONText(reproduction(finding.surroundings))))
    switch finding.run {
    case .same: break
    case .failed(let how): members.append(JSONMember("failure", JSONText(how)))
    case .differs(let comparison):
      members += [
        JSONMember(
          "firstDivergence",
          comparison.divergence.map { divergences.json($0) } ?? .null
        ),
        JSONMember(
          "differences",
          JSONText(comparison.differences.map { DivergenceReport.json($0) })
        ),
      ]
    }
    return .object(members)
  }

  /// A command line that replays in these surroundings.
  private func reproduction(_ surroundings: Surroundings) -> String {
    var surroundings = surroundings
    var prefix: [String] = []
    let size = surroundings.excess
    if size > 0 { prefix.append("\(Surroundings.padding)00=$(printf %\(size)s)") }
    if surroundings.folder != nil {
      // That of the run is gone with it.
      surroundings.folder = nil
      prefix.insert("cd \"$(mktemp -d)\" &&", at: 0)
    }
    if surroundings["LOCPATH"] == findings.plan.commaFolder, findings.plan.commaFolder != nil {
      surroundings["LOCPATH"] = PerturbedLocale.shownFolder
      prefix.insert(PerturbedLocale.making(in: PerturbedLocale.shownFolder) + " &&", at: 0)
    }
    let words = surroundings.command(
      [program, "replay", findings.recording, "--record=changed.mcap"] + options
        + surroundings.options,
      isPadded: false
    )
    return (prefix + words.map(\.shellQuoted)).joined(separator: " ")
  }

  // MARK: For people

  /// The report for people.
  func print(to console: inout Console) {
    console.print(
      "\(path): \(findings.reference.events) events through \(findings.reference.app), "
        + "\(findings.runCount + 1) replays in fresh processes"
    )
    var table = TextTable([.left("changed"), .right("runs"), .left("result"), .left("")])
    for result in findings.results where !result.runs.isEmpty {
      table.addRow(
        .text(result.perturbation.name),
        .integer(result.count),
        .text(text(result)),
        .text(result.finding == nil ? result.perturbation.detail : "")
      )
    }
    for change in findings.notTried {
      table.addRow(.text(change.name), .missing, "not tried", .text(change.detail))
    }
    console.print(table)
    for reason in findings.plan.loose { console.print("not held still: \(reason)") }
    console.print("digest    \(TraceDigest.text(findings.reference.digest))")
    if agreesWithRecording == false, let recorded = file.result {
      console.print(
        """
        note      the recording has \(TraceDigest.text(recorded.digest)): even with nothing \
        changed, the app gives another outcome now; see \(tool) replay \(path.shellQuoted) \
        --verify
        """
      )
    }
    printVerdict(to: &console)
    // What tells most: that it differs by itself, or that it reads what was never written.
    let shown = [PerturbationFindings.nothing, PerturbationPlan.memory].lazy.compactMap { name in
      findings.results.first { $0.finding != nil && $0.perturbation.name == name }
    }.first
    if let result = shown ?? findings.results.first(where: { $0.finding != nil }) {
      print(result, to: &console)
    }
  }

  private func text(_ result: PerturbationResult) -> String {
    let often = result.differing < result.count ? " in \(result.differing) of \(result.count)" : ""
    switch result.finding?.run {
    case nil, .same?: return "same"
    case .failed(let how)?: return "FAILED\(often)  \(how)"
    case .differs(let comparison)?:
      guard let divergence = comparison.divergence else {
        return "DIFFERS\(often)  in " + comparison.differences.prefix(3).map(\.path).inWords
      }
      let field = divergence.field.map { " in \($0)" } ?? ""
      return "DIFFERS\(often)  from \(StepText.numbers(divergence)) on,\(field)"
    }
  }

  /// How often a change was repeated, and differed.
  private func often(_ result: PerturbationResult) -> String {
    let differing = result.repeats.count { !$0.isSame }
    return "\(result.perturbation.name) (\(differing) of \(result.repeats.count) repeats)"
  }

  private func printVerdict(to console: inout Console) {
    let untried =
      findings.notTried.isEmpty ? "" : "; not tried: \(findings.notTried.map(\.name).inWords)"
    if findings.differsByItself {
      console.print(
        """
        DIFFERS BY ITSELF  with nothing changed: by time, randomness, or a race of threads; other \
        causes cannot be told apart
        """
      )
    } else if findings.hasFindings {
      let unchanged = "0 of \(findings.unchangedRuns) with nothing changed"
      if !findings.causes.isEmpty {
        let texts = findings.found.filter { findings.isCause($0) }.map { often($0) }
        console.print("DIFFERS  with another: \(texts.inWords), and \(unchanged)\(untried)")
      }
      if !findings.doubtful.isEmpty {
        console.print(
          "UNCERTAIN  it has differed with another: \(findings.doubtful.map { often($0) }.inWords), and \(unchanged); "
            + "too seldom to tell a cause from chance\(findings.causes.isEmpty ? untried : "")"
        )
      }
      if findings.causes == [PerturbationPlan.addresses, PerturbationPlan.memory] {
        console.print("unwritten memory holds addresses, too: both are likely one cause")
      } else if findings.causes.contains(PerturbationPlan.addresses), findings.causes.count > 1 {
        console.print("the other changes move memory, too: the addresses alone may be the cause")
      }
    } else if findings.wasInterrupted {
      console.print(
        "interrupted: the same after \(findings.triedCount) of \(findings.plan.changes.count) changes"
      )
    } else {
      console.print("same after each of \(findings.triedCount) changes\(untried)")
    }
    if findings.wasInterrupted, findings.hasFindings {
      console.print("interrupted before every change was made")
    }
  }

  /// Prints the differences after a change.
  private func print(_ result: PerturbationResult, to console: inout Console) {
    guard let finding = result.finding else { return }
    if case .differs(let comparison) = finding.run {
      DivergenceReport.print(comparison.differences, to: &console)
      if let divergence = comparison.divergence { divergences.print(divergence, to: &console) }
    }
    console.print("reproduce with: \(reproduction(finding.surroundings))")
  }
}
