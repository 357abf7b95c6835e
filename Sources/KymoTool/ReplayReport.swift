import KymoCore
import KymoHistogram
import KymoRecording
import KymoText

/// What `kymo replay` says at the end.
struct ReplayReport {
  let path: String
  let app: any App.Type
  let commands: [String]
  /// The channels that the app listens to.
  let channels: ChannelTable
  /// The command line that makes this report again.
  let commandLine: String
  /// The names of the commands by which the recording's own ids go.
  let recordedCommands: [String]
  /// What the recording says that a replay comes to.
  let expected: SessionResult?
  /// What this replay came to.
  private(set) var result: SessionResult
  private var counts: [(name: String, byStatus: [UInt64])] = []
  private var lateness = Histogram(lowest: 1, highest: 2, significantDigits: 1)
  private var wasInterrupted = false
  private var inputs: UInt64 = 0
  private var unheard: [UnheardChannel] = []
  private var counted: CountedByApp?
  /// How long it took, in s.
  var seconds = 0.0
  /// Whether it is what the recording says; nil if nobody asked.
  var verification: Verification?

  /// Starts a report.
  init(
    _ file: SessionFile,
    path: String,
    app: any App.Type,
    commands: [String],
    channels: ChannelTable,
    _ commandLine: String
  ) {
    self.path = path
    self.app = app
    self.commands = commands
    self.commandLine = commandLine
    recordedCommands = file.commands
    expected = file.result
    self.channels = channels
    result = SessionResult(
      app: app.name,
      commands: commands,
      channels: channels,
      digest: TraceDigest()
    )
  }

  /// Takes over what the replay came to.
  mutating func add<Sink: OutcomeSink & ~Copyable>(
    _ replay: borrowing ReplayResult<Sink>,
    _ instance: any App
  ) {
    result = SessionResult(
      app: app.name,
      commands: commands,
      channels: channels,
      digest: replay.digest
    )
    result.counters = instance.counters
    counted = CountedByApp(instance)
    counts = replay.counts.map { ($0.name, $0.byStatus) }
    lateness = replay.lateness
    wasInterrupted = replay.wasInterrupted
    inputs = replay.inputCount
    unheard = replay.unheard
  }

  private var events: UInt64 { result.events }
  private var digest: UInt64 { result.digest }

  private var hasDiverged: Bool { verification?.hasDiverged ?? false }
  private var divergence: Divergence? { verification?.divergence }

  /// The status to exit with.
  var status: ExitStatus {
    if hasDiverged { return .diverged }
    return wasInterrupted ? .partial : .success
  }

  /// The report for programs.
  var json: JSONText {
    [
      "schema": "kymograph.replay/1",
      "app": JSONText(app.name),
      "events": JSONText(events),
      "inputs": JSONText(inputs),
      "digest": JSONText(TraceDigest.text(digest)),
      "verified": JSONText(verification?.holds ?? false),
      "diverged": JSONText(hasDiverged),
      "firstDivergence": divergence.map { json($0) } ?? .null,
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
    let shown = OutcomeStatus.shown(in: counts.map(\.byStatus))
    var table = TextTable([.left("command")] + shown.map { .right($0.heading) })
    for count in counts {
      table.addRow(
        [.text(count.name)] + shown.map { .integer(Int(count.byStatus[Int($0.rawValue)])) }
      )
    }
    console.print(table)
    for channel in unheard { console.print(channel.note) }
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
    } else if case .identical(let steps)? = verification {
      console.print(
        expected == nil
          ? "verified  identical for the \(steps) steps that the trace has; the recording was never "
            + "finished"
          : "verified  identical to the recording"
      )
    }
  }

  private func printDivergence(to console: inout Console) {
    if let expected {
      console.print("DIVERGED  the recording says \(TraceDigest.text(expected.digest))")
    } else {
      console.print("DIVERGED")
    }
    for channel in result.channelDigests {
      guard let other = expected?.channelDigests.first(where: { $0.topic == channel.topic }) else {
        continue
      }
      console.print(
        "  \(channel.topic): "
          + (other.digest == channel.digest ? "content agrees" : "content differs")
      )
    }
    guard let divergence else {
      console.print(
        "  the recording has no /trace, so the first difference cannot be named; "
          + "record with a trace to see it"
      )
      return
    }
    console.print("first difference at \(StepText.numbers(divergence))")
    for (offset, step) in divergence.before.enumerated() {
      let index = divergence.index - UInt64(divergence.before.count - offset)
      console.print(
        "  before    \(StepText.place(step, index: index, commands: commands)): "
          + StepText.outcome(step.step.outcome, of: app, reply: step.reply)
      )
    }
    let sides = [
      ("expected", divergence.expected, recordedCommands),
      ("actual  ", divergence.actual, commands),
    ]
    for (label, step, names) in sides {
      guard let step else {
        console.print("  \(label)  nothing: it ends here")
        continue
      }
      console.print(
        "  \(label)  \(StepText.place(step, index: divergence.index, commands: names)): "
          + StepText.outcome(step.step.outcome, of: app, reply: step.reply)
          + "  [digest \(TraceDigest.text(step.step.digest))]"
      )
    }
    if let expected = divergence.expected, let actual = divergence.actual,
      StepText.outcome(expected.step.outcome, of: app)
        == StepText.outcome(actual.step.outcome, of: app)
    {
      console.print("  the outcomes agree: what differs is the event itself, or a step before it")
    }
    console.print("reproduce with: \(commandLine)")
  }

  /// A divergence for programs: index, command, and both steps.
  private func json(_ divergence: Divergence) -> JSONText {
    func name(_ step: Divergence.Step, _ names: [String]) -> JSONText {
      let row = Int(step.event.command.rawValue) - 1
      return JSONText(names.indices.contains(row) ? names[row] : OutcomeStatus.unknownCommand.name)
    }
    func side(_ step: Divergence.Step?, _ names: [String]) -> JSONText {
      guard let step else { return .null }
      return [
        "timestamp": JSONText(step.event.timestamp),
        "source": JSONText(Int(step.event.source.rawValue)),
        "sequence": JSONText(Int(step.event.sequence)),
        "command": name(step, names),
        "outcome": JSONText(StepText.outcome(step.step.outcome, of: app, reply: step.reply)),
        "digest": JSONText(TraceDigest.text(step.step.digest)),
      ]
    }
    let command =
      divergence.actual.map { name($0, commands) }
      ?? divergence.expected.map { name($0, recordedCommands) }
      ?? JSONText(OutcomeStatus.unknownCommand.name)
    return [
      "index": JSONText(divergence.index),
      "step": JSONText(divergence.index),
      "input": divergence.isInput ? JSONText(divergence.inputsBefore) : .null,
      "inputsBefore": JSONText(divergence.inputsBefore),
      "command": command,
      "expected": side(divergence.expected, recordedCommands),
      "actual": side(divergence.actual, commands),
    ]
  }
}
