import KymoCommandLine
import KymoCore
import KymoHistogram
import KymoRecording
import KymoText
import KymoMCAP

/// One pass over a recording that counts what is in it; memory does not depend on its length.
struct RecordingSurvey: ~Copyable {
  /// What is known of one channel.
  struct Channel {
    var topic: String
    var schema: String
    /// The members that every message of it must have, by its schema.
    var required: [String] = []
    /// What a replay does with its messages.
    var role: ChannelUse
    var count: UInt64 = 0
    var first = UInt64.max
    var last: UInt64 = 0
    var previous: UInt64?
    /// The longest time between consecutive messages, in ns.
    var longestGap: UInt64 = 0
    var backwardSteps: UInt64 = 0

    mutating func add(_ time: UInt64) {
      count += 1
      first = min(first, time)
      last = max(last, time)
      if let previous {
        if time >= previous { longestGap = max(longestGap, time - previous) }
        if time < previous { backwardSteps += 1 }
      }
      previous = time
    }

    /// Messages per second between the first and the last; nil for fewer than two.
    var rate: Double? {
      guard count > 1, last > first else { return nil }
      return Double(count - 1) / (Double(last - first) / 1e9)
    }
  }

  let file: SessionFile
  /// The channels of the app that a replay would run.
  let table: ChannelTable
  private(set) var channels: [Channel] = []
  /// For each command id, how often each status is in the trace.
  private(set) var statuses: [UInt16: [UInt64]] = [:]
  private var places: [UInt16: Int] = [:]
  /// What the strict reading found.
  private(set) var report = MCAPCheckReport()
  /// What is wrong with the file, if anything.
  private(set) var problem: MCAPError?
  private(set) var wasInterrupted = false
  private var plot = MagnitudePlot()
  private var replies = ReplySurvey()
  private var dialogs = DialogSurvey()
  private var check = RequestCheck()
  /// How many messages of the requests' channel are no requests.
  private(set) var unreadableRequests: UInt64 = 0

  init(_ file: SessionFile, table: ChannelTable) {
    self.file = file
    self.table = table
  }

  /// Reads the whole file strictly, and counts its messages on the way.
  ///
  /// - Returns: the first error that a check finds, if any.
  mutating func read(
    shouldStop: () -> Bool,
    progress: (Int) -> Void
  ) -> MCAPError? {
    let start = file.scan.segments.map(\.startTime).min() ?? 0
    let end = file.scan.segments.map(\.endTime).max() ?? 0
    plot = MagnitudePlot(start: start, end: end)
    do throws(MCAPError) {
      var checker = try MCAPChecker(file.source)
      checker.share(file.scan.catalog)
      var chunks: UInt64 = 0
      var messages = 0
      while let message = try checker.nextMessage() {
        if checker.report.chunkCount != chunks || messages & 0xFFFF == 0 {
          if shouldStop() {
            wasInterrupted = true
            return nil
          }
          if chunks > 0 { progress(Int(chunks)) }
          chunks = checker.report.chunkCount
        }
        messages += 1
        let place = places[message.channelID] ?? register(message.channelID, checker.catalog)
        checker.withData(of: message) { add(message, $0, to: place) }
      }
      report = checker.report
      addSilentChannels(checker.catalog)
    } catch {
      problem = error
      return error
    }
    problem = report.firstError
    if problem == nil, case .cut(let error) = file.scan.ending { problem = error }
    return problem
  }

  private mutating func add(_ message: MCAPMessageView, _ data: RawSpan, to place: Int) {
    channels[place].add(message.logTime)
    switch channels[place].topic {
    case InputChannel.accelerometer.topic where data.byteCount >= 28:
      plot.add(
        message.logTime,
        x: data.loadDouble(at: 4),
        y: data.loadDouble(at: 12),
        z: data.loadDouble(at: 20)
      )
    case SessionTopic.trace.name:
      let schema = channels[place].schema
      guard let found = RecordedStep(data, at: message.logTime, schema: schema) else { break }
      let command = found.event.command.rawValue
      let status = Int(found.step.outcome.status.rawValue)
      var counts = statuses[command] ?? Array(repeating: 0, count: OutcomeStatus.allCases.count)
      counts[status] += 1
      statuses[command] = counts
      replies.add(found)
    case InputChannel.request.topic:
      if !check.isReadable(data, requiring: channels[place].required) { unreadableRequests += 1 }
    case InputChannel.dialog.topic: dialogs.add(data, at: message.logTime)
    default: break
    }
  }

  private func name(of command: UInt16) -> String {
    let row = Int(command) - 1
    return file.commands.indices.contains(row)
      ? file.commands[row] : OutcomeStatus.unknownCommand.name
  }

  /// How long requests waited for their replies, in recorded time.
  private func printReplies(to console: inout Console) {
    guard !replies.commands.isEmpty else { return }
    var table = TextTable([.left("request"), .right("replies"), .right("p50"), .right("max")])
    for command in replies.commands {
      table.addRow([
        .text(name(of: command.command).printable),
        .integer(Int(clamping: command.times.totalCount)),
        .nanoseconds(command.times.value(atPercentile: 50)), .nanoseconds(command.times.max),
      ])
    }
    console.print(table)
    console.print("")
  }

  /// An origin with the time that it states in ns, as that of a synthetic session does, in a unit for people.
  static func shown(_ origin: String, _ quantity: QuantityText) -> String {
    origin.split(separator: " ", omittingEmptySubsequences: false).reduce(into: [String]()) {
      if $1 == "ns" || $1 == "ns,", let last = $0.last, let time = Int64(last), time >= 0 {
        $0[$0.count - 1] = quantity.duration(nanoseconds: time) + $1.dropFirst(2)
      } else {
        $0.append(String($1))
      }
    }.joined(separator: " ")
  }

  private mutating func register(_ id: UInt16, _ catalog: MCAPCatalog) -> Int {
    // What the chunks lack, the summary may have.
    let summary = file.scan.catalog
    let channel = catalog.channel(id) ?? summary.channel(id)
    let definition = channel.flatMap { catalog.schema($0.schemaID) ?? summary.schema($0.schemaID) }
    let schema = definition?.name ?? ""
    channels.append(
      Channel(
        topic: channel?.topic ?? "channel \(id)",
        schema: schema,
        required: definition?.requiredMembers ?? [],
        role: channel.map { ChannelUse($0, schema: schema, in: table) } ?? .leftOut
      )
    )
    places[id] = channels.count - 1
    return channels.count - 1
  }

  private mutating func addSilentChannels(_ catalog: MCAPCatalog) {
    for channel in catalog.channels + file.scan.catalog.channels
    where places[channel.id] == nil {
      _ = register(channel.id, catalog)
    }
    channels.sort { $0.topic < $1.topic }
  }

  /// The input events: what a replay would dispatch.
  var events: UInt64 {
    channels.filter { $0.role == .input }.reduce(0) { $0 + $1.count }
  }

  /// The time between the first and the last message, which may be longer than an `Int64`.
  var durationNanoseconds: UInt64 {
    let used = channels.filter { $0.count > 0 }
    guard let first = used.map(\.first).min(), let last = used.map(\.last).max() else { return 0 }
    return last - first
  }

  var durationSeconds: Double { Double(durationNanoseconds) / 1e9 }

  /// The commands with the number of their events: from the trace, or else from the channels.
  var commands: [(name: String, count: UInt64, byStatus: [UInt64]?)] {
    guard statuses.isEmpty else {
      let names = file.commands
      return statuses.keys.sorted().map { id in
        let row = Int(id) - 1
        let counts = statuses[id] ?? []
        let name = names.indices.contains(row) ? names[row] : OutcomeStatus.unknownCommand.name
        return (name, counts.reduce(0, +), counts)
      }
    }
    return table.rows.filter(\.isListed).compactMap { row in
      channels.first { $0.topic == row.channel.topic }.map {
        (row.channel.command ?? "requests", $0.count, nil)
      }
    }
  }

  private var losses: [SessionResult.Loss] { file.losses }

  private var counters: [SessionResult.Counter] { file.result?.counters ?? [] }

  // MARK: Reports

  var json: JSONText {
    [
      "schema": "kymograph.inspect/1",
      "complete": JSONText(problem == nil && !wasInterrupted),
      "finished": JSONText(isFinished),
      "problem": JSONText(problem?.message),
      "errors": JSONText(report.errorCount),
      "warnings": JSONText(report.warningCount),
      "events": JSONText(events),
      "unreadableRequests": JSONText(unreadableRequests),
      "durationSeconds": JSONText(durationSeconds),
      "digest": JSONText(file.result.map { TraceDigest.text($0.digest) }),
      "origin": JSONText(file.description?.origin),
      "deviceName": JSONText(file.description?.device),
      "seed": file.description?.seed.map { JSONText($0) } ?? .null,
      "channels": JSONText(
        channels.map { channel in
          [
            "topic": JSONText(channel.topic), "schema": JSONText(channel.schema),
            "role": JSONText(channel.role.name),
            "count": JSONText(channel.count), "ratePerSecond": JSONText(channel.rate),
            "first": channel.count > 0 ? JSONText(channel.first) : .null,
            "last": channel.count > 0 ? JSONText(channel.last) : .null,
            "longestGapSeconds": JSONText(Double(channel.longestGap) / 1e9),
            "outOfOrder": JSONText(channel.backwardSteps),
          ]
        }
      ),
      "commands": JSONText(
        commands.map { command in
          var members = [
            JSONMember("name", JSONText(command.name)),
            JSONMember("count", JSONText(command.count)),
          ]
          for (status, count) in zip(OutcomeStatus.allCases, command.byStatus ?? []) {
            members.append(JSONMember("\(status)", JSONText(count)))
          }
          return .object(members)
        }
      ),
      "replies": JSONText(
        replies.commands.map {
          [
            "name": JSONText(name(of: $0.command)), "count": JSONText($0.times.totalCount),
            "logicalNanoseconds": [
              "p50": JSONText($0.times.value(atPercentile: 50)), "max": JSONText($0.times.max),
            ],
          ]
        }
      ),
      "dialogs": dialogs.json,
      "device": .object(counters.map { JSONMember($0.name, JSONText($0.count)) }),
      "losses": JSONText(
        losses.map {
          ["place": JSONText($0.place), "count": JSONText($0.count)]
        }
      ),
    ]
  }

  /// Whether the session was recorded to its end; a file of another program does not say.
  private var isFinished: Bool { file.description == nil || file.isFinished }

  func print(_ path: String, to console: inout Console, hasPlot: Bool) {
    let quantity = console.quantity
    console.printHeading(path)
    if let description = file.description {
      console.print("origin    \(Self.shown(description.origin, quantity).printable)")
      if !description.device.isEmpty { console.print("device    \(description.device.printable)") }
    }
    console.print(
      "events    \(events) in \(quantity.duration(nanoseconds: Int64(clamping: durationNanoseconds)))"
    )
    if let result = file.result {
      console.print("digest    \(TraceDigest.text(result.digest)) (\(result.app.printable))")
    }
    if !isFinished {
      console.print("unfinished  its end was never written; outcomes are those that the trace has")
    }
    // The late ones have a column only where there are any, so that the rest fits 80 columns.
    let hasLate = channels.contains { $0.backwardSteps > 0 }
    var table = TextTable(
      [.left("topic"), .right("messages"), .right("per s"), .right("longest gap")]
        + (hasLate ? [.right("late")] : []) + [.left("schema")]
    )
    for channel in channels {
      table.addRow(
        [
          .text(channel.topic.printable),
          .integer(Int(channel.count)),
          channel.rate.map { .number($0, decimals: 2) } ?? .missing,
          channel.count > 1 ? .nanoseconds(Int64(clamping: channel.longestGap)) : .missing,
        ] + (hasLate ? [.integer(Int(channel.backwardSteps))] : [])
          + [.text(channel.schema.printable)]
      )
    }
    console.print("")
    console.print(table)
    for channel in channels where channel.count > 0 {
      if let note = channel.role.note(channel.topic, channel.schema, channel.count) {
        console.print(note)
      }
    }
    printCommands(to: &console)
    if unreadableRequests > 0 {
      console.print(
        "unreadable \(unreadableRequests) of the messages on \(InputChannel.request.topic) are no "
          + "requests; a replay counts them as malformed"
      )
    }
    printReplies(to: &console)
    dialogs.print(to: &console)
    console.print(CountedByApp(counters))
    if losses.isEmpty {
      console.print("losses    none recorded")
    } else {
      for loss in losses { console.print("lost      \(loss.count) at \(loss.place.printable)") }
    }
    if hasPlot, let drawing = plot.drawing {
      console.print("")
      console.print(drawing)
    }
  }

  private func printCommands(to console: inout Console) {
    guard !commands.isEmpty else { return }
    let shown = OutcomeStatus.shown(in: commands.compactMap(\.byStatus))
    var table = TextTable(
      [.left("command")]
        + (statuses.isEmpty ? [.right("events")] : shown.map { .right($0.heading) })
    )
    for command in commands {
      table.addRow(
        [.text(command.name.printable)]
          + (command.byStatus.map { counts in
            shown.map { .integer(Int(counts[Int($0.rawValue)])) }
          } ?? [.integer(Int(command.count))])
      )
    }
    console.print("")
    console.print(table)
    console.print("")
  }
}
