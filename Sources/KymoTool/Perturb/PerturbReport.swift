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

  /// The changes after which a replay differs.
  private var causes: [String] {
    results.filter { $0.finding != nil && $0.perturbation.name != Self.nothing }
      .map(\.perturbation.name)
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
    if hasFindings { return "differs" }
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
      JSONMember("runs", JSONText(result.runs.count)),
      JSONMember("differs", JSONText(result.finding != nil)),
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
        .integer(result.runs.count),
        .text(text(result.finding?.run)),
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

  private func text(_ run: PerturbedRun?) -> String {
    switch run {
    case nil, .same?: return "same"
    case .failed(let how)?: return "FAILED  \(how)"
    case .differs(let comparison)?:
      guard let divergence = comparison.divergence else {
        return "DIFFERS  in " + comparison.differences.prefix(3).map(\.path).inWords
      }
      let field = divergence.field.map { " in \($0)" } ?? ""
      return "DIFFERS  from \(StepText.numbers(divergence)) on,\(field)"
    }
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
      console.print("DIFFERS  with another: \(causes.inWords)\(untried)")
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
