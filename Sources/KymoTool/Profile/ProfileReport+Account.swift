import KymoCommandLine
import KymoProfile
import KymoRecording
import KymoText
import KymoTrials

extension ProfileReport {
  /// How many columns the name of a line takes.
  private static let margin = 10

  /// Prints a line of the account, with the name of what it is about in front; what does not fit goes on below.
  func printLine(_ name: String, _ text: String, to console: inout Console) {
    let padding = String(repeating: " ", count: max(0, Self.margin - name.count))
    console.print(
      HelpText.fill(
        HelpText.words(text),
        width: console.terminal.width,
        first: name + padding,
        next: String(repeating: " ", count: Self.margin)
      )
    )
  }

  /// Prints how the profile came about.
  func printAccount(to console: inout Console) {
    printSampling(to: &console)
    if let text = stacksText { printLine("stacks", text, to: &console) }
    if let text = cutStacks.text { printLine("", text, to: &console) }
    let cost = NumberText.fixed(watch.costNanoseconds, decimals: 1)
    printLine(
      "timed",
      "\(timedCount) events in \(watch.intervals) intervals, \(cost) ns subtracted from each",
      to: &console
    )
    if let slow {
      printLine("", "\(slow.countText), were slow", to: &console)
      if let remark = slow.remark { printLine("", remark, to: &console) }
    }
    let step = NumberText.fixed(watch.stepNanoseconds, decimals: 1)
    printLine(
      "",
      watch.usesCounter
        ? "by the processor's counter, which moves in steps of \(step) ns"
        : "by the system's clock: the processor's counter is not steady",
      to: &console
    )
    if watch.lostIntervals > 0 {
      printLine(
        "",
        "\(watch.lostIntervals) intervals left out: an event had too many",
        to: &console
      )
    }
    if let kept = profile.notes.first(where: { $0.name == Profile.singleEvents })?.value {
      printLine("", "one by one: \(kept), which chrome, speedscope and json show", to: &console)
    }
    printOverhead(to: &console)
    if !absentStages.isEmpty, !profile.stages.isEmpty {
      printLine(
        "without",
        "\(absentStages.joined(separator: ", ")): nothing went through them",
        to: &console
      )
      printLine(
        "",
        "encode is no stage: views write replies"
          + (absentStages.contains("record") ? "" : ", and the recorder encodes on its own thread"),
        to: &console
      )
    }
  }

  private func printSampling(to console: inout Console) {
    if let sampling = profile.sampling {
      let each = console.quantity.duration(nanoseconds: sampling.period)
      printLine(
        "sampled",
        "\(sampling.delivered) of \(sampling.due) that were due, every \(each), "
          + (sampling.dropped == 0 ? "none dropped" : "\(sampling.dropped) dropped")
          + (folded > 0 ? ", \(folded) counted with others" : ""),
        to: &console
      )
      if let missing = sampling.noteworthyMissing(folded: folded) {
        printLine(
          "",
          "\(missing) never came, as of threads that wait for a processor when a run ends",
          to: &console
        )
      }
      for (index, thread) in profile.threads.enumerated() {
        let own = profile.samples.filter { $0.thread == index }
        let count = own.reduce(0) { $0 + $1.count }
        let waiting = own.filter(\.isWaiting).reduce(0) { $0 + $1.count }
        printLine(
          "",
          "\(thread.name) \(count)"
            + (waiting > 0 ? ", of which \(waiting) while it waited in the kernel" : "")
            + (thread.name == Profile.scriptThread
              ? ", by the engine's own sampler in other runs" : ""),
          to: &console
        )
      }
    } else if isByPerf {
      let event = profile.notes.first { $0.name == "perf event" }?.value ?? "nothing"
      let count = profile.samples.reduce(0) { $0 + $1.count }
      printLine("sampled", "\(count) by perf (\(event)), while replays were plain", to: &console)
      for (index, thread) in profile.threads.enumerated() {
        let own = profile.samples.filter { $0.thread == index }.reduce(0) { $0 + $1.count }
        if own > 0 { printLine("", "\(thread.name) \(own)", to: &console) }
      }
    } else {
      let why = "nothing: an event that is interrupted would be a slow one"
      printLine("sampled", why, to: &console)
    }
  }

  private func printOverhead(to console: inout Console) {
    guard !isPaced else {
      let why = "not measured: a replay at its own speed takes as long either way"
      return printLine("overhead", why, to: &console)
    }
    if isByPerf { printLine("overhead", "of perf not measured", to: &console) }
    if slow == nil, !isByPerf {
      printLine("overhead", "of sampling \(sampling.text)", to: &console)
    }
    printLine(slow == nil ? "" : "overhead", "of timing \(timing.text)", to: &console)
  }
}
