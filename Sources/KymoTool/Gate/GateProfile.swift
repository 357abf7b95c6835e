import KymoProfile
import KymoReport
import KymoText

/// What became of a gate's `--profile`: the graph of what changed from BASE to HEAD, or why there is none.
struct GateProfile {
  /// How many functions the report for people names.
  static let shownFunctions = 10

  /// The file that was asked for.
  let path: String
  /// What changed in the dispatching thread; nil if there is nothing to show.
  var difference: ProfileDifference?
  /// How many samples there are of BASE, and of HEAD.
  var samples = (base: 0, head: 0)
  /// Why there is no graph.
  var reason: String?

  /// A gate without a graph.
  init(_ path: String, unavailable reason: String) {
    self.path = path
    self.reason = reason
  }

  /// A gate with one.
  init(_ path: String, _ difference: ProfileDifference, base: Profile, head: Profile) {
    self.path = path
    self.difference = difference
    samples = (Self.count(base), Self.count(head))
  }

  private static func count(_ profile: Profile) -> Int {
    profile.samples.reduce(0) { $0 + $1.count }
  }

  /// The functions whose own share of the time changed by more than sampling can have brought about.
  var changed: [FunctionChange] {
    (difference?.functions ?? []).filter { $0.own.verdict != .withinError }
  }

  /// What summaries say, in a line.
  var note: String {
    if let reason { return "no flame graph of the change (\(path.printable)): \(reason)" }
    let names = changed.prefix(3).map { change in
      "\(change.name.printable) (\(FunctionChange.percent(change.own.before)) before, "
        + "\(FunctionChange.percent(change.own.after)) now)"
    }
    return "the flame graph of the change is \(path.printable); "
      + (names.isEmpty
        ? "no function's own share changed beyond the sampling error"
        : "changed beyond the sampling error: " + names.joined(separator: ", "))
  }

  /// The report for people.
  func print(to console: inout Console) {
    console.print("")
    console.printHeading("where the time of dispatched events goes, BASE against HEAD")
    if let reason { return console.print("no flame graph: \(reason)") }
    let changed = changed
    if changed.isEmpty {
      console.print("no function's own share changed beyond the sampling error")
    } else {
      var text = FunctionChange.table(changed, maximumRows: Self.shownFunctions)
      if text.hasSuffix("\n") { text.removeLast() }
      console.print(text)
    }
    console.print(
      "samples  \(NumberText.grouped(samples.base)) of BASE, \(NumberText.grouped(samples.head)) of HEAD, "
        + "taken in turns"
    )
    console.print("graph    \(path.printable)")
  }

  /// The report for programs.
  var json: JSONText {
    [
      "file": difference == nil ? .null : JSONText(path),
      "unavailable": JSONText(reason),
      "baseSamples": JSONText(samples.base),
      "headSamples": JSONText(samples.head),
      "functions": JSONText(
        changed.map { change in
          [
            "name": JSONText(change.name),
            "baseShare": JSONText(change.own.before),
            "headShare": JSONText(change.own.after),
            "samplingError": JSONText(change.own.error),
            "verdict": JSONText(change.own.verdict.rawValue),
          ]
        }
      ),
    ]
  }
}
