import KymoRecording
import KymoText

/// What `kymo replay --perturb` says at the end.
struct PerturbReport {
  let path: String
  /// The recording.
  let file: SessionFile
  /// What the reference came to.
  let result: SessionResult
  let divergences: DivergenceReport
  let plan: PerturbationPlan
  /// The options of `replay` that every process gets.
  let options: [String]
  /// The tool's name, for command lines.
  let tool: String
  /// How the program was called, and the whole path of the recording, for command lines that run anywhere.
  let program: String
  let recording: String
  /// Whether a change that cannot be made is a partial result.
  let isStrict: Bool
  /// What became of each change, in order, with those to nothing.
  var results: [PerturbationResult] = []
  /// Whether it was stopped before its end.
  var wasInterrupted = false
  /// How many replays were held against the reference.
  var runCount = 0

  private static let nothing = "nothing"

  /// Whether replays differ with nothing changed.
  var differsByItself: Bool {
    results.contains { $0.perturbation.name == Self.nothing && $0.finding != nil }
  }

  /// Whether any replay differs.
  var hasFindings: Bool { results.contains { $0.finding != nil } }

  /// What differs after a change, as far as that is no sign of its differing by itself.
  private var found: [PerturbationResult] {
    differsByItself
      ? [] : results.filter { $0.finding != nil && $0.perturbation.name != Self.nothing }
  }

  /// How many replays with nothing changed did as the reference did.
  private var unchangedRuns: Int {
    results.first { $0.perturbation.name == Self.nothing }?.runs.count(where: \.isSame) ?? 0
  }

  private func isCause(_ result: PerturbationResult) -> Bool {
    result.evidence(unchangedRuns: unchangedRuns).isCause
  }

  /// The changes that make a replay differ.
  private var causes: [String] { found.filter { isCause($0) }.map(\.perturbation.name) }

  /// The changes after which a replay has differed that may have done so by chance.
  private var doubtful: [PerturbationResult] { found.filter { !isCause($0) } }

  /// Which results need another replay to tell chance from a cause, by their places, and how many are needed with
  /// nothing changed; nil if no more are made.
  var wantedRuns: (changes: [Int], unchanged: Int)? {
    let (first, most) = (PerturbationEvidence.first, PerturbationEvidence.most)
    let open = results.indices.filter { place in
      let result = results[place]
      guard result.finding != nil, result.perturbation.name != Self.nothing else { return false }
      let evidence = result.evidence(unchangedRuns: unchangedRuns)
      return result.repeats.count < first.changed
        || !evidence.isCause && result.repeats.count < most.changed
    }
    let isDoubtful = !doubtful.isEmpty
    let wanted = found.isEmpty ? 0 : isDoubtful ? most.unchanged : first.unchanged
    guard !open.isEmpty || unchangedRuns < wanted else { return nil }
    return (open, min(2, max(0, wanted - unchangedRuns)))
  }

  private var notTried: [Perturbation] { plan.changes.filter(\.trials.isEmpty) }
  private var triedCount: Int {
    results.count { !$0.runs.isEmpty && $0.perturbation.name != Self.nothing }
  }

  /// Whether the reference came to what the recording says; nil if it says nothing, or of another app.
  private var agreesWithRecording: Bool? {
    guard let recorded = file.result, file.app == result.app else { return nil }
    return recorded.digest == result.digest && recorded.events == result.events
  }

  /// The status to exit with.
  var status: ExitStatus {
    if hasFindings { return .diverged }
    return wasInterrupted || isStrict && !notTried.isEmpty ? .partial : .success
  }

  /// The verdict in a word.
  private var verdict: String {
    if differsByItself { return "differs-by-itself" }
    if !causes.isEmpty { return "differs" }
    if hasFindings { return "uncertain" }
    return wasInterrupted ? "interrupted" : "same"
  }

  // MARK: For programs

  /// The report for programs.
  var json: JSONText {
    [
      "schema": "kymograph.perturb/1",
      "recording": JSONText(path),
      "app": JSONText(result.app),
      "events": JSONText(result.events),
      "digest": JSONText(TraceDigest.text(result.digest)),
      "agreesWithRecording": agreesWithRecording.map { JSONText($0) } ?? .null,
      "verdict": JSONText(verdict),
      "causes": JSONText(causes.map { JSONText($0) }),
      "uncertain": JSONText(doubtful.map { JSONText($0.perturbation.name) }),
      "unchangedRuns": JSONText(unchangedRuns),
      "interrupted": JSONText(wasInterrupted),
      "runs": JSONText(runCount),
      "notHeldStill": JSONText(plan.loose.map { JSONText($0) }),
      "notTried": JSONText(
        notTried.map { ["name": JSONText($0.name), "reason": JSONText($0.detail)] }
      ),
      "changes": JSONText(results.filter { !$0.runs.isEmpty }.map { json($0) }),
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
    if surroundings["LOCPATH"] == plan.commaFolder, plan.commaFolder != nil {
      surroundings["LOCPATH"] = PerturbedLocale.shownFolder
      prefix.insert(PerturbedLocale.making(in: PerturbedLocale.shownFolder) + " &&", at: 0)
    }
    let words = surroundings.command(
      [program, "replay", recording, "--record=changed.mcap"] + options + surroundings.options,
      isPadded: false
    )
    return (prefix + words.map(\.shellQuoted)).joined(separator: " ")
  }

  // MARK: For people

  /// The report for people.
  func print(to console: inout Console) {
    console.print(
      "\(path): \(result.events) events through \(result.app), "
        + "\(runCount + 1) replays in fresh processes"
    )
    var table = TextTable([.left("changed"), .right("runs"), .left("result"), .left("")])
    for result in results where !result.runs.isEmpty {
      table.addRow(
        .text(result.perturbation.name),
        .integer(result.count),
        .text(text(result)),
        .text(result.finding == nil ? result.perturbation.detail : "")
      )
    }
    for change in notTried {
      table.addRow(.text(change.name), .missing, "not tried", .text(change.detail))
    }
    console.print(table)
    for reason in plan.loose { console.print("not held still: \(reason)") }
    console.print("digest    \(TraceDigest.text(result.digest))")
    if agreesWithRecording == false, let recorded = file.result {
      console.print(
        "note      the recording says \(TraceDigest.text(recorded.digest)): with nothing changed the app comes "
          + "to something else than it did then; see \(tool) replay \(path.shellQuoted) --verify"
      )
    }
    printVerdict(to: &console)
    // What tells most: that it differs by itself, or that it reads what was never written.
    let shown = [Self.nothing, PerturbationPlan.memory].lazy.compactMap { name in
      results.first { $0.finding != nil && $0.perturbation.name == name }
    }.first
    if let result = shown ?? results.first(where: { $0.finding != nil }) {
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
      notTried.isEmpty ? "" : "; not tried: \(notTried.map(\.name).inWords)"
    if differsByItself {
      console.print(
        "DIFFERS BY ITSELF  with nothing changed, "
          + "so by time, randomness, or a race of threads; why else cannot be told"
      )
    } else if hasFindings {
      let unchanged = "0 of \(unchangedRuns) with nothing changed"
      if !causes.isEmpty {
        let texts = found.filter { isCause($0) }.map { often($0) }
        console.print("DIFFERS  with another: \(texts.inWords), and \(unchanged)\(untried)")
      }
      if !doubtful.isEmpty {
        console.print(
          "UNCERTAIN  it has differed with another: \(doubtful.map { often($0) }.inWords), and \(unchanged); "
            + "too seldom to tell a cause from chance\(causes.isEmpty ? untried : "")"
        )
      }
      if causes == [PerturbationPlan.addresses, PerturbationPlan.memory] {
        console.print("memory that nobody has written holds addresses, too: that is likely both")
      } else if causes.contains(PerturbationPlan.addresses), causes.count > 1 {
        console.print("the others move memory about, too, so that it may be the addresses alone")
      }
    } else if wasInterrupted {
      console.print("interrupted: the same after \(triedCount) of \(plan.changes.count) changes")
    } else {
      console.print("same after each of \(triedCount) changes\(untried)")
    }
    if wasInterrupted, hasFindings { console.print("interrupted before every change was made") }
  }

  /// What differs after a change.
  private func print(_ result: PerturbationResult, to console: inout Console) {
    guard let finding = result.finding else { return }
    if case .differs(let comparison) = finding.run {
      DivergenceReport.print(comparison.differences, to: &console)
      if let divergence = comparison.divergence { divergences.print(divergence, to: &console) }
    }
    console.print("reproduce with: \(reproduction(finding.surroundings))")
  }
}
