import KymoProfile
import KymoRecording
import KymoText

/// What `kymo profile` says at the end.
struct ProfileReport {
  /// How many functions the report for people names.
  static let shownFunctions = 15
  /// The longest name of a function that it shows.
  private static let nameWidth = 50
  /// The longest name of a stage or a handler that it shows.
  private static let stageWidth = 19

  /// The recording, as the user named it.
  let path: String
  let app: String
  let profile: Profile
  let digest: TraceDigest
  /// How many events one run has.
  let eventCount: Int
  let rounds: Int
  let isPaced: Bool
  /// From how many ns on an event is slow, if only those were timed.
  let threshold: Int64?
  /// How the user said that.
  let tail: String?
  let watch: StageWatch.Account
  /// How many events were timed.
  let timedCount: Int
  /// How many of those were slow, if only slow ones are shown.
  let slowCount: Int
  let sampling: ProfileOverhead
  let timing: ProfileOverhead
  /// Whether the program has names for all its functions.
  let hasNames: Bool
  /// Whether perf has sampled, and not the process itself.
  let isByPerf: Bool
  let wasInterrupted: Bool

  /// What the command exits with.
  var status: ExitStatus { wasInterrupted || rounds == 0 ? .partial : .success }

  /// The stages that no event went through.
  var absentStages: [String] {
    let present = Set(profile.stages.map(\.stage))
    let hasPage = profile.notes.contains { $0.name == "page" }
    let own: [ProfileStage] = hasPage ? [.read] : [.idle, .merge]
    let asked = (threshold == nil ? own : []) + (hasPage ? [.page] : [.ringWait])
    return (asked + [.decode, .validate, .business, .view, .error, .record, .reply]).map(\.name)
      .filter { !present.contains($0) }
  }

  /// The share of a time in that of all stages.
  func share(_ time: StageTime) -> Double {
    Double(time.total) / Double(max(1, profile.stageTotal))
  }

  /// How many expiries of timers came together with others, and count with them.
  var folded: Int { profile.foldedSamples }

  // MARK: For people

  /// The report for people.
  func print(to console: inout Console) {
    console.print(
      "\(path.printable) through \(app.printable): \(rounds) rounds, \(eventCount) events in each run"
    )
    printStages(to: &console)
    printFunctions(to: &console)
    console.print("")
    printAccount(to: &console)
    console.print(
      "digest    \(TraceDigest.text(digest.total)) over \(digest.count) events, in every run"
    )
    if !hasNames { console.print("names     " + Self.stripped) }
    if wasInterrupted { console.print("partial   it was interrupted") }
  }

  /// What to do about a program without names.
  static let stripped =
    "the program is stripped: only functions that others can call have names "
    + "(run a build that keeps its symbols)"

  private func printStages(to console: inout Console) {
    let quantity = console.quantity
    console.print("")
    if let threshold {
      let slow = quantity.duration(nanoseconds: threshold)
      console.printHeading(
        "where the time of slow events goes: \(tail ?? "") is \(slow) or longer"
      )
    } else {
      console.printHeading("where the time of the dispatching thread goes")
    }
    if profile.stages.isEmpty {
      console.print(threshold == nil ? "nothing was timed" : "no event took so long")
      return
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
        addHeading(command, &table)
      }
      let name = time.handler.map { "  \($0.printable)" } ?? " \(time.stage)"
      table.addRow([
        .text(Self.cut(name, Self.stageWidth)), .integer(time.count),
        time.isBeside ? .missing : .text(Self.percent(share(time))), .text(mean(time, quantity)),
        .nanoseconds(time.percentiles.p50),
        .nanoseconds(time.percentiles.p90), .nanoseconds(time.percentiles.p99),
        .nanoseconds(time.longest),
      ])
    }
    console.print(table)
    console.print("all       \(quantity.duration(nanoseconds: profile.stageTotal))")
  }

  /// The mean of a time, to a tenth of a ns where that is something.
  private func mean(_ time: StageTime, _ quantity: QuantityText) -> String {
    let mean = Double(time.total) / Double(max(1, time.count))
    return mean < 100
      ? "\(NumberText.fixed(mean, decimals: 1)) ns"
      : quantity.duration(nanoseconds: Int64(mean.rounded()))
  }

  /// Begins the rows of a command, with all that it took.
  private func addHeading(_ command: String?, _ table: inout TextTable) {
    let own = profile.stages.filter {
      $0.command == command && $0.handler == nil && !$0.isBeside
    }
    let total = own.reduce(0) { $0 + $1.total }
    // Every event has a digest; a wait has no event.
    let count: TextCell =
      command == nil ? .text("") : .integer(own.map(\.count).max() ?? 0)
    table.addRow([
      .text(Self.cut(command?.printable ?? "between events", Self.stageWidth)), count,
      .text(Self.percent(Double(total) / Double(max(1, profile.stageTotal)))), .text(""),
      .text(""), .text(""), .text(""), .text(""),
    ])
  }

  private func printFunctions(to console: inout Console) {
    guard threshold == nil else { return }
    var native = profile
    native.samples.removeAll { profile.threads[$0.thread].name == ProfiledPage.scripts }
    printFunctions(
      of: native,
      "in which functions the samples fell"
        + (Set(native.samples.map(\.thread)).count > 1
          ? ", in all threads" : ", in the thread that dispatches"),
      to: &console
    )
    guard profile.notes.contains(where: { $0.name == "page" }) else { return }
    let scripts = profile.samples(ofThread: ProfiledPage.scripts)
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

  /// What else every exported profile says of itself.
  var accountNotes: [ProfileNote] {
    var notes = [ProfileNote(name: "digest", value: TraceDigest.text(digest.total))]
    if let threshold {
      let slow = QuantityText(isUnicode: true).duration(nanoseconds: threshold)
      let value =
        "only those of \(tail ?? "") and beyond, \(slow) or longer: \(slowCount) of \(timedCount)"
      notes.append(ProfileNote(name: "slow events", value: value))
    }
    let cost = NumberText.fixed(watch.costNanoseconds, decimals: 1)
    notes.append(
      ProfileNote(
        name: "timers",
        value: "\(cost) ns subtracted from each of \(watch.intervals) intervals"
      )
    )
    if !isPaced {
      if threshold == nil, !isByPerf {
        notes.append(ProfileNote(name: "overhead of sampling", value: sampling.text))
      }
      notes.append(ProfileNote(name: "overhead of timing", value: timing.text))
    }
    if wasInterrupted {
      notes.append(ProfileNote(name: "partial", value: "it was interrupted"))
    }
    return notes
  }

  private func printAccount(to console: inout Console) {
    let quantity = console.quantity
    if let sampling = profile.sampling {
      let each = quantity.duration(nanoseconds: sampling.period)
      console.print(
        "sampled   \(sampling.delivered) of \(sampling.due) that were due, every \(each), "
          + (sampling.dropped == 0 ? "none dropped" : "\(sampling.dropped) dropped")
          + (folded > 0 ? ", \(folded) counted with others" : "")
      )
      for (index, thread) in profile.threads.enumerated() {
        let own = profile.samples.filter { $0.thread == index }
        let count = own.reduce(0) { $0 + $1.count }
        let waiting = own.filter(\.isWaiting).reduce(0) { $0 + $1.count }
        console.print(
          "          \(thread.name) \(count)"
            + (waiting > 0 ? ", of which \(waiting) while it waited in the kernel" : "")
            + (thread.name == ProfiledPage.scripts
              ? ", by the engine's own sampler in other runs" : "")
        )
      }
    } else if isByPerf {
      let event = profile.notes.first { $0.name == "perf event" }?.value ?? "nothing"
      let count = profile.samples.reduce(0) { $0 + $1.count }
      console.print("sampled   \(count) by perf (\(event)), while replays were plain")
      for (index, thread) in profile.threads.enumerated() {
        let own = profile.samples.filter { $0.thread == index }.reduce(0) { $0 + $1.count }
        if own > 0 { console.print("          \(thread.name) \(own)") }
      }
    } else {
      console.print("sampled   nothing: an event that is interrupted would be a slow one")
    }
    let cost = NumberText.fixed(watch.costNanoseconds, decimals: 1)
    console.print(
      "timed     \(timedCount) events in \(watch.intervals) intervals, \(cost) ns subtracted from each"
    )
    if threshold != nil { console.print("          \(slowCount) of them slow") }
    let step = NumberText.fixed(watch.stepNanoseconds, decimals: 1)
    console.print(
      watch.usesCounter
        ? "          by the processor's counter, which moves in steps of \(step) ns"
        : "          by the system's clock: the processor's counter is not steady"
    )
    if watch.lostIntervals > 0 {
      console.print("          \(watch.lostIntervals) intervals left out: an event had too many")
    }
    if isPaced {
      console.print("overhead  not measured: a replay at its own speed takes as long either way")
    } else {
      if isByPerf { console.print("overhead  of perf not measured") }
      if threshold == nil, !isByPerf { console.print("overhead  of sampling \(sampling.text)") }
      console.print(
        (threshold == nil ? "          " : "overhead  ") + "of timing \(timing.text)"
      )
    }
    if !absentStages.isEmpty, !profile.stages.isEmpty {
      console.print("without   \(absentStages.joined(separator: ", ")): nothing went through them")
      console.print(
        "          encode is no stage: views write replies"
          + (absentStages.contains("record") ? "" : ", and the recorder encodes on its own thread")
      )
    }
  }

  static func percent(_ share: Double) -> String {
    NumberText.fixed(share * 100, decimals: 1) + "%"
  }

  static func cut(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 2) + ".."
  }
}
