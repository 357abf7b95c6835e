import KymoBench
import KymoCore
import KymoRecording

/// Adds up what the tasks of a corpus measured, and holds the second build against the first.
struct CorpusFigures {
  private let manifest: CorpusManifest
  private let outcomes: [CorpusMerge.Outcome]

  /// Takes outcomes in the order of their tasks.
  init(_ manifest: CorpusManifest, _ outcomes: [CorpusMerge.Outcome]) {
    self.manifest = manifest
    self.outcomes = outcomes
  }

  /// Puts everything into a summary.
  func fill(_ summary: inout CorpusSummary) {
    for words in manifest.commands {
      for build in manifest.builds {
        let own = outcomes.filter { $0.task.words == words && $0.task.build == build }
        switch CorpusTaskKind(words) {
        case .replay: summary.replays.append(replays(own, build, words))
        case .load: if let load = load(own, build, words) { summary.loads.append(load) }
        case .counts: break
        }
      }
      guard manifest.builds.count == 2 else { continue }
      let pairs = pairs(words)
      switch CorpusTaskKind(words) {
      case .replay: break
      case .load: summary.times += times(pairs)
      case .counts: summary.counts += counts(pairs)
      }
    }
    summary.coverage = coverage()
  }

  // MARK: Sums

  private func replays(
    _ own: [CorpusMerge.Outcome],
    _ build: CorpusBuild,
    _ words: [String]
  ) -> CorpusSummary.Replays {
    var events = 0
    var digests: [String] = []
    var counts: [(name: String, byStatus: [Int64])] = []
    for case .replay(let replay) in own.map(\.report) {
      events += replay.events
      digests.append(replay.digest)
      for count in replay.counts {
        if let place = counts.firstIndex(where: { $0.name == count.name }) {
          counts[place].byStatus = zip(counts[place].byStatus, count.byStatus).map { $0 + $1 }
        } else {
          counts.append((count.name, count.byStatus))
        }
      }
    }
    return CorpusSummary.Replays(
      build: build.name,
      words: words,
      recordings: own.count,
      events: events,
      digest: digests.isEmpty ? nil : Self.hash(digests),
      counts: counts
    )
  }

  private func load(
    _ own: [CorpusMerge.Outcome],
    _ build: CorpusBuild,
    _ words: [String]
  ) -> CorpusLoad? {
    let runs = own.compactMap { outcome -> (recording: String, run: ReportedRun)? in
      guard case .load(let run) = outcome.report else { return nil }
      return (outcome.task.recording.path, run)
    }
    let wanted = manifest.recordings.count
    var reasons: [InvalidReason] = []
    if runs.count < wanted {
      reasons.append(
        .reported(.complete, "\(wanted - runs.count) of \(wanted) recordings were not measured")
      )
    }
    for (recording, run) in runs {
      reasons += run.result.reasons.map { .reported($0.condition, "\(recording): \($0)") }
    }
    let results = runs.map(\.run.result)
    guard let first = runs.first?.run.context,
      let union = LoadResult(summing: results, isComplete: runs.count == wanted, reasons: reasons)
    else { return nil }
    let contexts = runs.map(\.run.context)
    func common<Value: Equatable>(_ value: (ExportContext) -> Value?) -> Value? {
      contexts.allSatisfy { value($0) == value(first) } ? value(first) : nil
    }
    var apps: [String] = []
    for context in contexts where !apps.contains(context.app) { apps.append(context.app) }
    let context = ExportContext(
      program: first.program,
      recording: runs.count == 1 ? first.recording : "\(runs.count) recordings",
      inputDigest: Self.hash(contexts.map { $0.inputDigest ?? "" }),
      app: apps.joined(separator: ", "),
      mode: common(\.mode),
      machine: common(\.machine),
      digest: Self.hash(contexts.map(\.digest)),
      commit: build.commit,
      losses: contexts.flatMap(\.losses)
    )
    return CorpusLoad(
      build: build.name,
      words: words,
      union: union,
      context: context,
      recordings: runs.count,
      spreads: CorpusLoad.spreads(runs.map { ($0.recording, $0.run.result) }),
      busiest: Self.busiest(own)
    )
  }

  /// The recording during which others used most of its machine.
  private static func busiest(
    _ own: [CorpusMerge.Outcome]
  ) -> (recording: String, othersShare: Double, stealShare: Double)? {
    let known = own.compactMap { outcome in
      let neighbours = outcome.result.neighbours
      return neighbours.othersShare.map {
        (outcome.task.recording.path, $0, neighbours.stealShare ?? 0)
      }
    }
    return known.max { $0.1 + $0.2 < $1.1 + $1.2 }
  }

  /// Returns a hash that tells a list of digests from others: 16 hexadecimal digits, like a digest.
  private static func hash(_ digests: [String]) -> String {
    String(ContentHash.of(digests.map { $0 + "\n" }.joined()).prefix(16))
  }

  // MARK: Comparisons

  /// Returns the outcomes of both builds for each recording with a command.
  private func pairs(
    _ words: [String]
  ) -> [(base: CorpusMerge.Outcome, head: CorpusMerge.Outcome)] {
    let own = outcomes.filter { $0.task.words == words }
    return zip(own, own.dropFirst()).compactMap { base, head in
      base.task.build == manifest.builds[0] && head.task.index == base.task.index + 1
        && head.task.build == manifest.builds[1] ? (base, head) : nil
    }
  }

  private func times(
    _ pairs: [(base: CorpusMerge.Outcome, head: CorpusMerge.Outcome)]
  ) -> [CorpusTimes] {
    var runs: [(base: LoadResult, head: LoadResult, isOneMachine: Bool)] = []
    for (base, head) in pairs {
      guard case .load(let old) = base.report, case .load(let new) = head.report,
        old.result.valid, new.result.valid
      else { continue }
      let machines = (base.result.neighbours, head.result.neighbours)
      runs.append(
        (
          old.result, new.result,
          machines.0.processor == machines.1.processor
            && machines.0.coreCount == machines.1.coreCount
        )
      )
    }
    var names: [String] = []
    for command in runs.flatMap(\.base.commands) where !names.contains(command.name) {
      names.append(command.name)
    }
    let figures: [(String, (LatencySummary) -> Int64?)] = [("p50", \.p50), ("p99", \.p99)]
    return names.flatMap { name in
      figures.map { percentile, figure in
        func value(_ result: LoadResult) -> Double? {
          result.commands.first { $0.name == name }.flatMap { figure($0.response) }
            .flatMap { $0 > 0 ? Double($0) : nil }
        }
        var measured: [MeasuredPair] = []
        var setAside = 0
        for run in runs {
          guard let base = value(run.base), let head = value(run.head) else { continue }
          guard run.isOneMachine else {
            setAside += 1
            continue
          }
          measured.append(MeasuredPair(base: base, head: head))
        }
        return CorpusTimes(
          command: name,
          percentile: percentile,
          // The bounds are exact for so many pairs, and no narrower for more of them here.
          interval: RatioInterval(
            Array(measured.prefix(SignTest.maximumCount)),
            error: CorpusTimes.error
          ),
          pairs: measured.count,
          setAside: setAside
        )
      }
    }
  }

  private func counts(
    _ pairs: [(base: CorpusMerge.Outcome, head: CorpusMerge.Outcome)]
  ) -> [CorpusCountChange] {
    var names: [String] = []
    var counted: [(recording: String, base: CorpusCounts, head: CorpusCounts)] = []
    for (base, head) in pairs {
      guard case .counts(let old) = base.report, case .counts(let new) = head.report else {
        continue
      }
      counted.append((base.task.recording.path, old, new))
      for command in old.commands where !names.contains(command.name) {
        names.append(command.name)
      }
    }
    return names.flatMap { name in
      CorpusCounts.figures.indices.map { change(of: name, $0, counted) }
    }
  }

  /// How a figure of a command changed, in each recording and in all.
  private func change(
    of name: String,
    _ place: Int,
    _ counted: [(recording: String, base: CorpusCounts, head: CorpusCounts)]
  ) -> CorpusCountChange {
    let figure = CorpusCounts.figures[place]
    var regressed: [(recording: String, ratio: Double)] = []
    var (old, new): (Int64, Int64) = (0, 0)
    var (events, recordings) = (0, 0)
    for (recording, base, head) in counted {
      guard let base = base.commands.first(where: { $0.name == name }),
        let head = head.commands.first(where: { $0.name == name }), base.events == head.events,
        let before = base.totals[place], let after = head.totals[place]
      else { continue }
      old += before
      new += after
      events += base.events
      recordings += 1
      let comparison = CountComparison(
        name: figure.name,
        base: before,
        head: after,
        events: base.events,
        allowedShare: figure.allowedShare
      )
      if comparison.verdict == .regressed {
        regressed.append((recording, comparison.ratio ?? .infinity))
      }
    }
    let highest = regressed.map(\.ratio).max()
    return CorpusCountChange(
      command: name,
      figure: figure.name,
      total: recordings == 0
        ? CountComparison(name: figure.name, unavailable: "no recording has it from both builds")
        : CountComparison(
          name: figure.name,
          base: old,
          head: new,
          events: events,
          allowedShare: figure.allowedShare
        ),
      recordings: recordings,
      regressed: regressed.map(\.recording),
      worst: regressed.first { $0.ratio == highest }?.recording
    )
  }

  // MARK: Coverage

  /// Which commands occur, of the last build that says so of a recording.
  private func coverage() -> [CorpusCoverage] {
    var apps: [(name: String, commands: [CorpusCoverage.Command])] = manifest.apps.map { app in
      (app.name, app.commands.map { .init(name: $0, events: nil, recordings: 0) })
    }
    let byRecording = Dictionary(grouping: outcomes) { $0.task.index / tasksPerRecording }
    for (_, group) in byRecording.sorted(by: { $0.key < $1.key }) {
      let app = group[0].task.recording.app
      var place = apps.firstIndex { $0.name == app }
      if place == nil {
        apps.append((app, []))
        place = apps.count - 1
      }
      guard let place else { continue }
      for (name, events) in Self.occurrences(group) {
        if !apps[place].commands.contains(where: { $0.name == name }) {
          apps[place].commands.append(.init(name: name, events: nil, recordings: 0))
        }
        guard let row = apps[place].commands.firstIndex(where: { $0.name == name }) else {
          continue
        }
        if let events, events > 0 {
          apps[place].commands[row].events = (apps[place].commands[row].events ?? 0) + events
        }
        if events != 0 { apps[place].commands[row].recordings += 1 }
      }
    }
    return apps.map { CorpusCoverage(app: $0.name, commands: $0.commands) }
  }

  private var tasksPerRecording: Int { manifest.commands.count * manifest.builds.count }

  /// How often each command occurs in a recording, by its tasks; nil if it does, and nobody counted.
  private static func occurrences(
    _ group: [CorpusMerge.Outcome]
  ) -> [(name: String, events: Int64?)] {
    var found: [(name: String, events: Int64?)] = []
    func note(_ name: String, _ events: Int64?) {
      // The row of what is no command of the app.
      if name == OutcomeStatus.unknownCommand.name { return }
      guard let place = found.firstIndex(where: { $0.name == name }) else {
        found.append((name, events))
        return
      }
      if let events {
        found[place].events = max(events, found[place].events ?? 0)
      } else if found[place].events == 0 {
        found[place].events = nil
      }
    }
    for outcome in group {
      switch outcome.report {
      case .replay(let replay): for count in replay.counts { note(count.name, count.total) }
      case .load(let run):
        for command in run.result.commands { note(command.name, command.count > 0 ? nil : 0) }
      case .counts(let counts):
        for command in counts.commands { note(command.name, command.recorded) }
      }
    }
    return found
  }
}
