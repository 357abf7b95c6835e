import KymoCommandLine
import KymoCore
import KymoHistogram
import KymoRecording
import KymoReport
import KymoText

/// The final report of `kymo replay`.
struct ReplayReport {
  private let paths: [String]
  private let path: String
  private let scope: ReplayScope
  let app: any App.Type
  let commands: [String]
  /// The channels that the app listens to.
  let channels: ChannelTable
  /// The command line that makes this report again.
  let commandLine: String
  /// The names of the commands by which the recording's own ids go.
  let recordedCommands: [String]
  /// The result of a replay, as the recording states it.
  let expected: SessionResult?
  /// The result of this replay.
  private(set) var result: SessionResult
  private var counts: [(name: String, byStatus: [UInt64])] = []
  private var lateness = Histogram(lowest: 1, highest: 2, significantDigits: 1)
  private var wasInterrupted = false
  private var inputs: UInt64 = 0
  private var unheard: [UnheardChannel] = []
  private var counted: CountedByApp?
  /// The part that was replayed; nil for all of it.
  private var range: ReplayRangeReport?
  /// How long it took, in s.
  private var seconds = 0.0
  /// Whether it is what the recording says; nil if nobody asked.
  var verification: Verification?
  /// In what it may differ.
  var tolerance = VerificationTolerance()
  /// The digest of the recording that the new one replaces, if this replay is accepted.
  var acceptedFrom: String?
  /// The other apps of the tool.
  var otherApps: [String] = []
  /// The commands that had to complete.
  var requiredCommands: [String] = []
  /// The version of the recording.
  let version: Int

  /// Starts a report.
  init(
    _ file: SessionFile,
    _ options: RecordingReplayOptions,
    _ run: RecordedRun,
    _ commandLine: String
  ) {
    paths = options.paths
    path = options.path
    scope = options.scope
    app = type(of: run.app)
    commands = run.commands
    self.commandLine = commandLine
    recordedCommands = file.commands
    expected = file.result
    version = file.version
    channels = run.routing.channels
    result = run.result(TraceDigest())
  }

  /// Takes over what the replay came to.
  ///
  /// - Parameters:
  ///   - replay: the result.
  ///   - run: the app.
  ///   - firstDifferentRound: the first round with other outcomes than the first has; nil for none.
  mutating func add<Sink: OutcomeSink & ~Copyable>(
    _ replay: borrowing ReplayResult<Sink>,
    _ run: RecordedRun,
    firstDifferentRound: Int?
  ) {
    result = run.result(replay.digest, end: replay.end)
    range = replay.range.map { ReplayRangeReport($0, scope, firstDifferentRound) }
    seconds = Double(replay.nanoseconds) / 1e9
    counted = CountedByApp(run.app)
    counts = replay.counts.map { ($0.name, $0.byStatus) }
    lateness = replay.lateness
    wasInterrupted = replay.wasInterrupted
    inputs = replay.inputCount
    unheard = replay.unheard
  }

  /// How many events the figures are of: those of the range.
  private var events: UInt64 { range?.steps ?? result.events }
  private var digest: UInt64 { result.digest }

  /// How many commands are named where none had an event.
  private static let shownCommands = 6

  private var divergences: DivergenceReport {
    DivergenceReport(app: app, commands: commands, recordedCommands: recordedCommands)
  }
  private var hasDiverged: Bool { verification?.hasDiverged ?? false }
  private var divergence: Divergence? { verification?.divergence }

  /// The commands that had to complete, and did not once.
  private var missingCommands: [String] {
    requiredCommands.filter { name in
      let count = counts.first { $0.name == name }
      return count?.byStatus[Int(OutcomeStatus.completed.rawValue)] ?? 0 == 0
    }
  }

  /// The verdict in a word.
  private var verdict: String {
    switch verification {
    case nil: "none"
    case .identical(_, .everything): "identical"
    case .identical(_, .untilItsEnd): "identical-until-its-end"
    case .identical(_, .digests): "identical-digests"
    case .identical(_, .part): "identical-part"
    case .equalWithin(_, _, .part): "equal-within-part"
    case .equalWithin(_, _, .untilItsEnd): "equal-within-until-its-end"
    case .equalWithin: "equal-within"
    case .differs: "differs"
    case .unreadable: "unreadable"
    case .notCompared: "not-compared"
    }
  }

  /// The status to exit with.
  var status: ExitStatus {
    if hasDiverged { return .diverged }
    if case .untilItsEnd? = verification?.proof { return .partial }
    return wasInterrupted || !missingCommands.isEmpty ? .partial : .success
  }

  /// The report for programs.
  var json: JSONText {
    [
      "schema": "kymograph.replay/1",
      "app": JSONText(app.name),
      "events": JSONText(events),
      "inputs": JSONText(inputs),
      "recordings": JSONText(paths.map { JSONText($0) }),
      "range": range?.json ?? .null,
      "digest": JSONText(TraceDigest.text(digest)),
      "verified": JSONText(verification?.holds ?? false),
      "diverged": JSONText(hasDiverged),
      "verification": JSONText(verdict),
      "notCompared": JSONText(uncompared.map { JSONText($0) }),
      "version": JSONText(version),
      "firstDivergence": divergence.map { divergences.json($0) } ?? .null,
      "differences": JSONText((verification?.differences ?? []).map { DivergenceReport.json($0) }),
      "tolerance": tolerance.json,
      "acceptedFrom": acceptedFrom.map { JSONText($0) } ?? .null,
      "missingCommands": JSONText(missingCommands.map { JSONText($0) }),
      "interrupted": JSONText(wasInterrupted),
      "eventsPerSecond": JSONText(seconds > 0 ? Double(events) / seconds : 0),
      "lateness": [
        "p50": late(50), "p99": late(99),
        "max": lateness.totalCount > 0 ? JSONText(lateness.max) : .null,
      ],
      "channels": JSONText(
        result.channelDigests.map {
          ["topic": JSONText($0.topic), "digest": JSONText(TraceDigest.text($0.digest))]
        }
      ),
      "unheard": JSONText(
        unheard.map {
          [
            "topic": JSONText($0.topic), "schema": JSONText($0.schemaName),
            "count": JSONText($0.count), "unreadable": JSONText($0.unreadable),
            "role": JSONText($0.use.name),
          ]
        }
      ),
      "device": .object(result.counters.map { JSONMember($0.name, JSONText($0.count)) }),
      "commands": JSONText(
        counts.map { count in
          var members = [
            JSONMember("name", JSONText(count.name)),
            JSONMember("count", JSONText(count.byStatus.reduce(0, +))),
          ]
          for (status, number) in zip(OutcomeStatus.allCases, count.byStatus) {
            members.append(JSONMember("\(status)", JSONText(number)))
          }
          return .object(members)
        }
      ),
    ]
  }

  /// A percentile of the lateness in ns; null at maximum speed, which has no schedule.
  private func late(_ percentile: Double) -> JSONText {
    lateness.totalCount > 0 ? JSONText(lateness.value(atPercentile: percentile)) : .null
  }

  /// The report for people.
  func print(to console: inout Console) {
    let quantity = console.quantity
    console.print(
      "\(path): \(events) events in \(quantity.duration(nanoseconds: Int64(seconds * 1e9))), "
        + quantity.rate(Double(events) / max(seconds, 1e-9), of: "events")
    )
    range?.print(to: &console)
    printCommands(to: &console)
    console.print(counted)
    if lateness.totalCount > 0 {
      let late = [50.0, 99.0].map {
        "p\(Int($0)) " + quantity.duration(nanoseconds: lateness.value(atPercentile: $0))
      }
      console.print(
        "lateness  \(late.joined(separator: "  "))  max "
          + quantity.duration(nanoseconds: lateness.max)
      )
    }
    console.print("digest    \(TraceDigest.text(digest))")
    if wasInterrupted {
      console.print("interrupted after \(events) events: nothing is verified")
    } else if hasDiverged {
      printDivergence(to: &console)
    } else if let text = verifiedText {
      console.print((verification?.holds == true ? "verified  " : "PARTIAL   ") + text)
      if case .untilItsEnd? = verification?.proof { console.print(uncomparedText) }
    }
    if case .equalWithin(_, let fields, _)? = verification {
      DivergenceReport.print(fields, to: &console)
    }
    if let acceptedFrom {
      let new = TraceDigest.text(digest)
      console.print(
        acceptedFrom == new
          ? "accepted  the digest stays \(new)" : "accepted  \(acceptedFrom) becomes \(new)"
      )
    }
    if !missingCommands.isEmpty, !wasInterrupted {
      console.print("INCOMPLETE  never completed: \(missingCommands.inWords)")
    }
  }

  /// How the events of each command ended, and which came to no handler.
  private func printCommands(to console: inout Console) {
    let shown = OutcomeStatus.shown(in: counts.map(\.byStatus))
    var table = TextTable([.left("command")] + shown.map { .right($0.heading) })
    for (index, count) in counts.enumerated() {
      let name = index == 0 && isUnhandledAlone ? "listed, no handler" : count.name
      table.addRow([.text(name)] + shown.map { .integer(Int(count.byStatus[Int($0.rawValue)])) })
    }
    console.print(table)
    for channel in unheard { console.print(channel.note) }
    if let nothingHandled { console.print("NOTHING   \(nothingHandled)") }
  }

  /// Whether all events of no command come from channels that the app lists, so that none is of an unknown command.
  private var isUnhandledAlone: Bool {
    let unhandled = unheard.reduce(0) { $0 + ($1.use == .unhandled ? $1.count : 0) }
    guard unhandled > 0, let first = counts.first else { return false }
    return first.name == OutcomeStatus.unknownCommand.name
      && first.byStatus.reduce(0, +) == unhandled
  }

  /// That no event had a handler, and what may help; nil if one had, or there was none.
  private var nothingHandled: String? {
    let unhandled = [OutcomeStatus.unknownCommand, .malformed]
    let handledCount = counts.reduce(0) { sum, count in
      sum + count.byStatus.reduce(0, +)
        - unhandled.reduce(0) { $0 + count.byStatus[Int($1.rawValue)] }
    }
    guard events > 0, handledCount == 0 else { return nil }
    let more =
      commands.count > Self.shownCommands ? " and \(commands.count - Self.shownCommands) more" : ""
    let handled = commands.prefix(Self.shownCommands).joined(separator: ", ") + more
    return "no event had a handler; \(app.name) handles \(handled)"
      + (otherApps.isEmpty ? "" : ", and other apps (--app) are \(otherApps.inWords)")
  }

  /// The fact that an agreement proves; nil if there is none.
  private var verifiedText: String? {
    switch verification {
    case .identical(_, .everything): "identical to the recording"
    case .identical(let steps, .untilItsEnd(let missing, _)):
      "identical for the \(steps) steps that the trace has; the recording was never finished, or has lost "
        + "its closing metadata"
        + (missing > 0 ? ", and has nothing to compare the other \(missing) steps with" : "")
    case .identical(let steps, .digests):
      (steps == 0 ? "the digest is" : "the digest of every step is")
        + " that of the recording; it is of version 1, which proves no more: "
        + "replies' texts, counters, metadata and derived messages are not compared"
    case .identical(let steps, .part): "identical to the recording for \(steps) steps\(partText)"
    case .equalWithin(let steps, _, .part):
      "equal within the tolerances for \(steps) steps, not identical\(partText)"
    case .equalWithin(let steps, _, _):
      "equal within the tolerances for \(steps) steps, not identical; digests are not compared"
    default: nil
    }
  }

  /// The part that was compared, and what was not.
  private var partText: String {
    let place =
      scope.isWhole
      ? "this part of the session" : scope.rounds > 1 ? "the first round" : "the range"
    return ", up to the end of \(place); what follows, counters and metadata are not compared"
  }

  /// The fields that nobody can compare any more.
  private var uncompared: [String] {
    if case .part? = verification?.proof {
      return ["steps after the range"] + ["digest", "events", "counter"].map { "metadata." + $0 }
    }
    guard case .untilItsEnd(_, let fields)? = verification?.proof else { return [] }
    return fields
  }

  /// The meaning of that, in words.
  private var uncomparedText: String {
    "  not compared: the digest and number of all steps, the digest of each channel, counters, what was lost, how "
      + "long it went on; and nothing seals origin, device and all else that it says of itself any more"
  }

  /// The meaning of a difference in digests alone; nil if something else differs.
  private var digestText: String? {
    let fields = verification?.differences ?? []
    let digests = ["digest", "metadata.digest", "metadata.seal"]
    guard
      fields.allSatisfy({
        digests.contains($0.path) || $0.path.hasPrefix("metadata.digest/")
      }),
      let steps = fields.compactMap(\.steps).min(by: { $0.count < $1.count })
    else { return nil }
    // Digests are chained: a step that differs shows in each that follows, and in that of the whole.
    if expected != nil, !fields.contains(where: { $0.path == "metadata.digest" }) {
      return "the digest that the recording has of \(DivergenceReport.text(steps)) was changed"
    }
    return "what differs is the payload of an input, in \(DivergenceReport.text(steps))"
  }

  /// Which parts of the steps of a channel differ, in words; nil if only its digest could tell, and that of a part is
  /// another one anyway.
  private func difference(of channel: SessionResult.ChannelDigest, _ digest: UInt64) -> String? {
    let fields = (verification?.differences ?? []).filter { $0.topics.contains(channel.topic) }
    let found = Set(fields.compactMap { StepPart(path: $0.path) })
    let parts = StepPart.allCases.filter(found.contains).map(Self.plural)
    if !parts.isEmpty { return "\(parts.inWords) differ" }
    if range != nil { return nil }
    return digest == channel.digest ? "content agrees" : "content differs"
  }

  private static func plural(_ part: StepPart) -> String {
    switch part {
    case .input: "inputs"
    case .event: "events"
    case .outcome: "outcomes"
    case .reply: "replies"
    }
  }

  private func printDivergence(to console: inout Console) {
    // What the recording comes to in the end is not what a part of it comes to.
    if let expected, range == nil {
      console.print("DIVERGED  the recording says \(TraceDigest.text(expected.digest))")
    } else {
      console.print("DIVERGED")
    }
    for channel in result.channelDigests {
      guard let other = expected?.channelDigests.first(where: { $0.topic == channel.topic }) else {
        continue
      }
      guard let text = difference(of: channel, other.digest) else { continue }
      console.print("  \(channel.topic): \(text)")
    }
    DivergenceReport.print(verification?.differences ?? [], to: &console)
    guard let divergence else {
      if verification?.differences.isEmpty ?? true {
        console.print(
          "  the recording has no /trace, so the first difference cannot be named; "
            + "record with a trace to see it"
        )
      } else if let text = digestText {
        console.print("  every outcome agrees: \(text)")
      }
      return
    }
    divergences.print(divergence, to: &console)
    console.print("reproduce with: \(commandLine)")
  }
}

extension VerificationTolerance {
  /// The tolerances for programs.
  fileprivate var json: JSONText {
    [
      "distances": .object(
        distances.sorted { $0.key < $1.key }.map { JSONMember($0.key, JSONText($0.value)) }
      ),
      "ignored": JSONText(ignored.sorted().map { JSONText($0) }),
    ]
  }
}
