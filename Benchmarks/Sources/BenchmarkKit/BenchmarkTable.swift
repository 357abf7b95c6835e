/// A run of the benchmarks: what was measured, where, and the table of it that the guide shows.
public struct BenchmarkTable: Codable {
  /// Where, and of which commit.
  public var machine: MachineDescription
  /// What the states of the machine mean.
  public var states: String
  /// Every ratio, with its value of each round.
  public var measured: [Measured]
  /// The table, a line of Markdown each.
  public var table: [String]

  /// Makes the table of what was measured; `nil` if that was not one run: of one commit, with or without
  /// changes, on one machine.
  public init?(_ measured: [Measured]) {
    guard let last = measured.last?.machine else { return nil }
    let isOneRun = measured.allSatisfy {
      $0.machine?.commit == last.commit && $0.machine?.isDirty == last.isDirty
        && $0.machine?.processor == last.processor && $0.machine?.kernel == last.kernel
    }
    guard isOneRun else { return nil }
    machine = last
    self.measured = measured
    states = MachineState.legend
    table =
      [
        "| what | beside, in the same rounds | median (lowest to highest) | goal | rounds in state |",
        "|---|---|---:|---:|---|",
      ] + measured.map(Self.row)
  }

  /// One line of the table.
  static func row(_ measured: Measured) -> String {
    let goal =
      measured.goal == "none"
      ? "" : measured.goal + (measured.isReached == true ? "" : ", **not reached**")
    let figures =
      "\(trimmed(measured.median)) \(measured.unit) (\(trimmed(measured.lowest)) to "
      + "\(trimmed(measured.highest)))"
    let cells = [
      name(measured), measured.peers.joined(separator: "; "), figures, goal,
      MachineState.summary(measured.lines),
    ]
    return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }

  /// What stands between the marks of the page.
  public var markdown: String {
    "On \(machine.text).\n\n" + table.joined(separator: "\n") + "\n\nStates of the machine: "
      + states + ".\n" + profiles
  }

  /// Where the time goes of what does not reach its goal, a line for each way that was looked at.
  private var profiles: String {
    let lines = measured.compactMap { measured in
      measured.profile.map { profile in
        "- \(Self.name(measured)) ([flame graph](\(Self.profileFolder)/\(profile.file)), "
          + "\(profile.samples) samples): \(profile.text).\n"
      }
    }
    if lines.isEmpty { return "" }
    return
      "\nWhere the time goes of what does not reach its goal, each way run again under our own sampler, the "
      + "functions by what they take themselves:\n\n" + lines.joined()
  }

  /// Where the flame graphs of the kept run lie, from the page.
  private static let profileFolder = "../../Benchmarks/Baselines/benchmarks.profiles"

  /// The measure and the way, as the table names them.
  private static func name(_ measured: Measured) -> String {
    measured.way == measured.measure ? measured.measure : "\(measured.measure): \(measured.way)"
  }

  /// A text with this table between its marks instead of what is there; nil if it has no marks.
  public func inserted(into text: String) -> String? {
    guard let begin = text.firstRange(of: Self.beginning),
      let end = text.firstRange(of: Self.end), begin.upperBound <= end.lowerBound
    else { return nil }
    return text[..<begin.upperBound] + "\n" + markdown + text[end.lowerBound...]
  }

  /// What stands before the table in the page.
  public static let beginning = "<!-- benchmarks: make benchmarks KEEP=1 writes what follows -->"
  /// What stands after it.
  public static let end = "<!-- benchmarks: end -->"
}
