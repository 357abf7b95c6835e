public import KymoBench
public import KymoProfile
import KymoText

/// A profile as a page to look at: the verdict, the stages of each command, the flame graph, how the sampler did, and
/// how to run it again.
///
/// It asks nobody for anything, as all pages of the report; without JavaScript the graph can be read.
public struct ProfilePage: Sendable {
  /// How many functions are compared.
  static let maximumFunctions = 100

  private let profile: Profile
  private let difference: ProfileDifference?
  private let validity: LoadValidity?
  private let graph: FlameGraph?
  private let tool: String
  private let commandLine: String

  /// A page of a profile, and of how it differs from an earlier one.
  ///
  /// - Parameters:
  ///   - profile: what was measured; without samples there is no graph.
  ///   - difference: the comparison with a baseline, if there is one.
  ///   - validity: whether its figures may be compared with others; nil if nobody judged that.
  ///   - tool: what the program is called.
  ///   - commandLine: what profiles the same again.
  /// - Throws: what is wrong with the profile.
  public init(
    _ profile: Profile,
    difference: ProfileDifference?,
    validity: LoadValidity? = nil,
    tool: String,
    commandLine: String
  ) throws(ProfileError) {
    self.profile = profile
    self.difference = difference
    self.validity = validity
    graph = profile.samples.isEmpty ? nil : try FlameGraph(profile)
    self.tool = tool
    self.commandLine = commandLine
  }

  /// The whole document.
  public var html: String {
    HTMLPage(
      head: head,
      state: validity?.isValid == false ? "INVALID" : nil,
      sections: StageTables(profile).html + flames + (changes ?? ""),
      foot: PageFoot(facts: facts, commandLine: commandLine),
      program: profile.exporter,
      parts: graph != nil || difference != nil ? [.flameGraph] : []
    ).html
  }

  private var head: PageHead {
    PageHead(
      command: "\(tool) profile",
      subject: profile.name,
      verdict: validity.map { validity in
        PageVerdict(
          reasons: validity.reasons.map { "\($0)" },
          praise: "Every round was made, and other work had no part in the times",
          advice: validity.profileAdvice(tool: tool),
          limits: nil
        )
      },
      label: "What was profiled",
      tiles: tiles
    )
  }

  private var flames: String {
    HTMLText.section(
      "Flame graph",
      graph?.element(id: "flame") ?? "<p>There are no samples, and so no flame graph.</p>\n"
    )
  }

  private var tiles: [(String, String)] {
    var values = [("profiled", QuantityLabel.time(profile.duration))]
    let count = profile.timedSamples
    values.append(("samples", NumberText.grouped(count)))
    if let sampling = profile.sampling {
      values.append(("delivered", Self.share(sampling.delivered, of: sampling.due)))
    }
    let waiting = profile.samples.reduce(0) { $0 + ($1.isWaiting ? $1.count : 0) }
    if count > 0 { values.append(("of them waiting", Self.share(waiting, of: count))) }
    if profile.scriptSamples > 0 {
      values.append(("by the script engine", NumberText.grouped(profile.scriptSamples)))
    }
    return values
  }

  /// Each fact: what it is, and its value as HTML.
  private var facts: [(String, String)] {
    var facts = [("recording", HTMLText.name(profile.name))]
    facts += notes.map { (HTMLText.name($0.name), HTMLText.name($0.value)) }
    if let sampling = profile.sampling {
      facts.append(
        (
          "sampling",
          "every \(QuantityLabel.time(sampling.period)); "
            + sampling.text(folded: profile.foldedSamples)
            + (profile.scriptSamples > 0
              ? "; \(NumberText.grouped(profile.scriptSamples)) by the script engine, in other runs"
              : "")
        )
      )
    } else {
      facts.append(("sampling", "none"))
    }
    let threads = profile.threads.map { HTMLText.name($0.name) }
    facts.append(("threads", threads.isEmpty ? "none" : threads.joined(separator: ", ")))
    return facts + [("program", HTMLText.name(profile.exporter))]
  }

  /// The facts that are said nowhere else on the page.
  private var notes: [ProfileNote] {
    var said = [ProfileNote.commandLine]
    if validity != nil { said.append(ProfileNote.verdict) }
    return profile.notes.filter { !said.contains($0.name) }
  }

  private var changes: String? {
    guard let difference else { return nil }
    var table = HTMLTable(
      "Own time of functions, the largest change first",
      ["function", "before", "now", "points", "verdict", "with what it calls, before", "now"]
    )
    let changes = difference.functions.filter { !$0.isNothing }
    for change in changes.prefix(Self.maximumFunctions) {
      table.rows.append([
        HTMLText.name(change.name), Self.percent(change.own.before), Self.percent(change.own.after),
        (change.own.change < 0 ? "\u{2212}" : "+") + Self.points(abs(change.own.change)),
        Self.verdict(change.own.verdict), Self.percent(change.whole.before),
        Self.percent(change.whole.after),
      ])
    }
    let left = changes.count - table.rows.count
    return HTMLText.section(
      "Compared with \(HTMLText.name(PageHead.end(of: difference.beforeName)))",
      FlameGraph(difference).element(id: "difference") + table.html
        + (left > 0 ? HTMLText.note("\(left) more functions were left out.") : "")
        + HTMLText.note(
          "A difference within twice the square root of the samples is within the "
            + "sampling error. Two runs at different times are compared: whether a build is slower is "
            + "what \(HTMLText.plainName(tool)) gate decides."
        )
    )
  }

  private static func verdict(_ verdict: ShareChange.Verdict) -> String {
    switch verdict {
    case .grew, .new: "<strong class=\"slower\">\u{25B2} \(verdict.rawValue)</strong>"
    case .shrank, .gone: "<strong class=\"faster\">\u{25BC} \(verdict.rawValue)</strong>"
    case .withinError: verdict.rawValue
    }
  }

  private static func points(_ share: Double) -> String {
    NumberText.fixed(100 * share, decimals: 2)
  }

  static func percent(_ share: Double) -> String { "\(points(share)) %" }

  static func share(_ part: Int, of whole: Int) -> String {
    whole > 0
      ? "\(NumberText.fixed(100 * Double(part) / Double(whole), decimals: 1)) %" : "\u{2013}"
  }
}
