import KymoCommandLine
import KymoCore
import KymoHistogram
import KymoMCAP
import KymoRecording
import KymoReport
import KymoText

extension RecordingSurvey {
  func print(
    _ path: String,
    _ series: SeriesPlace?,
    to console: inout Console,
    hasPlot: Bool
  ) {
    let quantity = console.quantity
    console.printHeading(path)
    if let description = file.description {
      console.print("origin    \(Self.shown(description.origin, quantity).printable)")
      if let bundler = description.page["bundler"] {
        console.print("modules   bundled by \(bundler.printable)")
      }
      if !description.device.isEmpty { console.print("device    \(description.device.printable)") }
    }
    if !file.lineage.isEmpty {
      console.print("made by   " + LineageStep.text(file.lineage, quantity))
    }
    if let series { console.print("series    \(series.text.printable)") }
    for record in imports { record.print(to: &console) }
    console.print(
      "events    \(events) in \(quantity.duration(nanoseconds: Int64(clamping: durationNanoseconds)))"
    )
    if let result = file.result {
      console.print("digest    \(TraceDigest.text(result.digest)) (\(result.app.printable))")
    }
    if !isFinished {
      console.print("unfinished  its end was never written; outcomes are those that the trace has")
    }
    printChannels(to: &console)
    printCommands(to: &console)
    if unreadableRequests > 0 {
      console.print(
        "unreadable \(unreadableRequests) of the messages on \(InputChannel.request.topic) are no "
          + "requests; a replay counts them as malformed"
      )
    }
    printReplies(to: &console)
    dialogs.print(to: &console)
    console.print(CountedByApp(file.result?.counters ?? []))
    let losses = file.losses
    if losses.isEmpty {
      console.print("losses    none recorded")
    } else {
      for loss in losses { console.print("lost      \(loss.count) at \(loss.place.printable)") }
    }
    printTimes(to: &console)
    printAttachments(to: &console)
    if hasPlot { printPlots(to: &console) }
  }

  private func printChannels(to console: inout Console) {
    // The late ones have a column only where there are any, so that the rest fits 80 columns.
    let hasLate = channels.contains { $0.backwardSteps > 0 }
    var table = TextTable(
      [
        .left("topic"), .right("messages"), .right("per s"), .right("jitter"),
        .right("max gap"),
      ]
        + (hasLate ? [.right("late")] : []) + [.left("schema")]
    )
    for channel in channels {
      table.addRow(
        [
          .text(channel.topic.printable),
          .integer(Int(channel.count)),
          channel.rate.map { .number($0, decimals: 2) } ?? .missing,
          channel.jitterNanoseconds.map { .nanoseconds(Int64($0.rounded())) } ?? .missing,
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
  }

  /// The times of the first and the last message of each channel, since the first of all.
  private func printTimes(to console: inout Console) {
    let used = channels.filter { $0.count > 0 }
    guard let start = used.map(\.first).min() else { return }
    var table = TextTable([.left("topic"), .right("first"), .right("last")])
    for channel in used {
      table.addRow([
        .text(channel.topic.printable),
        .nanoseconds(Int64(clamping: channel.first - start)),
        .nanoseconds(Int64(clamping: channel.last - start)),
      ])
    }
    console.print("")
    console.print(table)
  }

  private func printAttachments(to console: inout Console) {
    let attachments = file.scan.attachments
    guard !attachments.isEmpty else { return }
    var table = TextTable([.left("attachment"), .right("bytes"), .left("type")])
    for attachment in attachments {
      table.addRow([
        .text(attachment.name.printable), .integer(Int(clamping: attachment.dataSize)),
        .text(attachment.mediaType.printable),
      ])
    }
    console.print("")
    console.print(table)
  }

  private func printPlots(to console: inout Console) {
    let plots = [
      magnitude.drawing("acceleration, magnitude", unit: "m/s²"),
      rotation.drawing("rotation, magnitude", unit: "rad/s"),
    ].compactMap(\.self)
    for plot in plots {
      console.print("")
      console.print(plot)
    }
    if let plot = TrackPlot(track.fixes) {
      console.print("")
      let text = plot.text(for: console.terminal)
      console.print(text)
    }
    printRates(to: &console)
  }

  private func printRates(to console: inout Console) {
    let used = channels.filter { $0.count > 1 }
    guard !used.isEmpty else { return }
    var table = TextTable([.left("rate over time"), .left(""), .right("at most, per s")])
    let longest = used.map(\.topic.printable.count).max() ?? 0
    let width = max(8, console.terminal.width - max(longest, 14) - 18)
    for channel in used {
      let (counts, seconds) = rates(of: channel)
      let strip = RateStrip(
        counts,
        seconds: seconds,
        width: width,
        isUnicode: console.terminal.isUnicode
      )
      table.addRow([
        .text(channel.topic.printable), .text(strip.text), .number(strip.highest, decimals: 2),
      ])
    }
    console.print("")
    console.print(table)
  }

  private func printCommands(to console: inout Console) {
    guard !commands.isEmpty else { return }
    let counts = commands.compactMap(\.byStatus)
    let shown = OutcomeStatus.shown(in: counts)
    let headings: [TextColumn] =
      counts.isEmpty ? [.right("events")] : shown.map { .right($0.heading) }
    var table = TextTable([.left("command")] + headings)
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
}
