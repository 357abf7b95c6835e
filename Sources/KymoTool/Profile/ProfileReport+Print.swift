import KymoBench
import KymoCommandLine
import KymoProfile
import KymoRecording
import KymoReport
import KymoText
import KymoTrials

extension ProfileReport {
  /// How many functions the report for people names.
  private static let shownFunctions = 15
  /// The longest name of a function that it shows.
  private static let nameWidth = 50
  /// The longest name of a stage or a handler that it shows.
  private static let stageWidth = 19
  /// The least that is left of it on a narrow terminal.
  private static let leastStageWidth = 12

  /// The exit status of the command.
  var status: ExitStatus { validity.isValid ? .success : .partial }

  /// The report for people.
  ///
  /// - Parameters:
  ///   - hasAllThreads: whether functions are those of all threads, all the time.
  ///   - tool: what the tool is called, as it is typed.
  ///   - attempts: how many there could be.
  ///   - console: where it is printed.
  func print(hasAllThreads: Bool, tool: String, attempts: Int, to console: inout Console) {
    let advice = validity.profileAdvice(
      tool: tool,
      attempts: BusyMachineReport.moreAttempts(than: attempts)
    )
    let frame =
      validity.isValid
      ? BenchFrame([("verdict", validity.word)], nil)
      : BenchFrame(reasons: validity.reasons, advice: advice, nil)
    frame.printHead(to: &console)
    console.print(
      HelpText.fill(
        [
          path.printable, "through", "\(app.printable):",
          "\(rounds) round\(rounds == 1 ? "" : "s"),", "\(eventCount) events in each run",
        ],
        width: console.terminal.width,
        first: "",
        next: "  "
      )
    )
    printStages(to: &console)
    printFunctions(hasAllThreads: hasAllThreads, to: &console)
    console.print("")
    printAccount(to: &console)
    console.print(
      "digest    \(TraceDigest.text(digest.total)) over \(digest.count) events, in every run"
    )
    if let attemptsText { printLine("attempts", attemptsText, to: &console) }
    if !hasNames { printLine("names", Self.stripped, to: &console) }
    if wasInterrupted { console.print("partial   it was interrupted") }
  }

  /// The advice for a program without names.
  static let stripped =
    """
    the program is stripped: only exported functions have names (run a build that keeps its \
    symbols)
    """

  private func printStages(to console: inout Console) {
    let quantity = console.quantity
    console.print("")
    if let slow {
      let time = quantity.duration(nanoseconds: slow.threshold)
      // A percentile is that of the events before; what it came to, the account says.
      let before = slow.askedShare == nil ? "" : " (\(slow.text) before)"
      console.printHeading("where the time of slow events goes: \(time) or longer\(before)")
    } else {
      console.printHeading("where the time of the dispatching thread goes")
    }
    if profile.stages.isEmpty {
      console.print(slow == nil ? "nothing was timed" : "no event took so long")
      return
    }
    let terminal = console.terminal
    func text(_ stageWidth: Int, isGrouped: Bool) -> String {
      stageTable(stageWidth, isGrouped: isGrouped, quantity).text(for: terminal)
    }
    // Where it does not fit, separators of thousands go first, and then the ends of names.
    var table = text(Self.stageWidth, isGrouped: terminal.isOutputTerminal)
    if Self.width(of: table) > terminal.width { table = text(Self.stageWidth, isGrouped: false) }
    let excess = Self.width(of: table) - terminal.width
    if excess > 0 {
      table = text(max(Self.leastStageWidth, Self.stageWidth - excess), isGrouped: false)
    }
    console.print(table)
    console.print("all       \(quantity.duration(nanoseconds: profile.stageTotal))")
  }

  /// How many columns the longest line takes.
  private static func width(of text: String) -> Int {
    text.split(separator: "\n").dropFirst().map(\.count).max() ?? 0
  }

  private func stageTable(
    _ stageWidth: Int,
    isGrouped: Bool,
    _ quantity: QuantityText
  ) -> TextTable {
    func shown(_ count: Int) -> TextCell {
      .text(isGrouped ? NumberText.grouped(count) : String(count))
    }
    var table = TextTable(
      [.left("stage")]
        + ["count", "share", "mean", "p50", "p90", "p99", "max"].map { .right($0) }
    )
    var command: String?
    var isFirst = true
    for time in profile.stages {
      if isFirst || time.command != command {
        isFirst = false
        command = time.command
        let (count, share) = heading(command)
        table.addRow(
          [
            .text(Self.cut(command?.printable ?? "between events", stageWidth)),
            count.map(shown) ?? .text(""), .text(Self.percent(share)),
          ] + Array(repeating: .text(""), count: 5)
        )
      }
      let name = time.handler.map { "  \($0.printable)" } ?? " \(time.stage)"
      table.addRow([
        .text(Self.cut(name, stageWidth)), shown(time.count),
        time.isBeside ? .missing : .text(Self.percent(share(time))), .text(mean(time, quantity)),
        .nanoseconds(time.percentiles.p50),
        .nanoseconds(time.percentiles.p90), .nanoseconds(time.percentiles.p99),
        .nanoseconds(time.longest),
      ])
    }
    return table
  }

  /// The mean of a time, to a tenth of a ns where that is something.
  private func mean(_ time: StageTime, _ quantity: QuantityText) -> String {
    let mean = Double(time.total) / Double(max(1, time.count))
    return mean < 100
      ? "\(NumberText.fixed(mean, decimals: 1)) ns"
      : quantity.duration(nanoseconds: Int64(mean.rounded()))
  }

  /// Returns the figures in front of the rows of a command: how many events it had, and its share
  /// of the time.
  private func heading(_ command: String?) -> (count: Int?, share: Double) {
    let own = profile.stages.filter {
      $0.command == command && $0.handler == nil && !$0.isBeside
    }
    let total = own.reduce(0) { $0 + $1.total }
    // Every event has a digest; a wait has no event.
    let count = command == nil ? nil : own.map(\.count).max() ?? 0
    return (count, Double(total) / Double(max(1, profile.stageTotal)))
  }

  private func printFunctions(hasAllThreads: Bool, to console: inout Console) {
    guard slow == nil else { return }
    if hasAllThreads {
      var native = profile
      native.samples.removeAll { profile.threads[$0.thread].name == Profile.scriptThread }
      printFunctions(
        of: native,
        "in which functions the samples fell, in all threads",
        to: &console
      )
    } else {
      let work = work
      printFunctions(
        of: work.profile,
        work.idleCount == nil
          ? "in which functions the samples fell, in the thread that dispatches"
          : "in which functions the samples fell while events were handled",
        to: &console
      )
      printLeftOut(work, to: &console)
    }
    guard profile.notes.contains(where: { $0.name == "page" }) else { return }
    let scripts = profile.samples(ofThread: Profile.scriptThread)
    guard !scripts.samples.isEmpty else {
      return console.print(
        "scripts   the engine's own sampler has seen none of the page's functions"
      )
    }
    printFunctions(
      of: scripts,
      "in which functions of the page the engine's own samples fell",
      to: &console
    )
  }

  /// Says which samples are not in the table.
  private func printLeftOut(_ work: WorkSamples, to console: inout Console) {
    var parts: [String] = []
    if let share = work.idleShare, share > 0 {
      parts.append("\(Self.percent(share)) of the thread's samples, between events and waiting")
    }
    if work.otherCount > 0 {
      parts.append("\(NumberText.grouped(work.otherCount)) samples of other threads")
    }
    guard !parts.isEmpty else { return }
    let text = parts.joined(separator: "; ") + "; --all-threads has all of them"
    printLine("left out", text, to: &console)
  }

  private func printFunctions(
    of profile: Profile,
    _ title: String,
    to console: inout Console
  ) {
    let all = profile.samples.reduce(0) { $0 + $1.count }
    console.print("")
    console.printHeading(title)
    guard all > 0 else {
      console.print("no sample was taken: the runs were too short; see --duration")
      return
    }
    var table = TextTable([.right("own"), .right("with callees"), .left("function")])
    for function in profile.functions.prefix(Self.shownFunctions) where function.ownCount > 0 {
      table.addRow([
        .text(Self.percent(Double(function.ownCount) / Double(all))),
        .text(Self.percent(Double(function.count) / Double(all))),
        .text(Self.cut(function.frame.name.printable, Self.nameWidth)),
      ])
    }
    console.print(table)
  }

  static func percent(_ share: Double) -> String {
    NumberText.fixed(share * 100, decimals: 1) + "%"
  }

  static func cut(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 2) + ".."
  }
}
