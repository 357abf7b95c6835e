import KymoCore
import KymoHistogram
import KymoRecording
import KymoText

/// The tables of a recording's page: channels, gaps, commands with their outcomes, replies, questions of a page.
enum RecordingTables {
  /// All tables that have rows.
  static func html(_ survey: borrowing RecordingSurvey) -> String {
    channels(survey) + gaps(survey) + commands(survey) + replies(survey) + dialogs(survey)
  }

  private static func channels(_ survey: borrowing RecordingSurvey) -> String {
    let start = survey.channels.filter { $0.count > 0 }.map(\.first).min() ?? 0
    var table = HTMLTable(
      "Channels",
      ["topic", "messages", "per s", "jitter", "longest gap", "first", "last", "use"]
    )
    for channel in survey.channels {
      let isUsed = channel.count > 0
      let late = channel.backwardSteps
      table.rows.append([
        "\(HTMLText.name(channel.topic))<small>\(HTMLText.name(channel.schema))</small>",
        NumberText.grouped(Int(clamping: channel.count))
          + (late > 0 ? "<small>\(late) go back in time</small>" : ""),
        channel.rate.map { NumberText.fixed($0, decimals: 2, isGrouped: true) } ?? missing,
        channel.jitterNanoseconds.map { QuantityLabel.time(Int64($0.rounded())) } ?? missing,
        channel.count > 1 ? time(channel.longestGap) : missing,
        isUsed ? time(channel.first - start) : missing,
        isUsed ? time(channel.last - start) : missing,
        channel.role.name,
      ])
    }
    return HTMLText.section(
      "Channels",
      table.html + HTMLText.note("First and last are times since the first message of all.")
    )
  }

  private static var missing: String { QuantityLabel.missing }

  private static func time(_ nanoseconds: UInt64) -> String {
    QuantityLabel.time(Int64(clamping: nanoseconds))
  }

  private static func gaps(_ survey: borrowing RecordingSurvey) -> String {
    guard let timeline = survey.timeline else { return "" }
    var table = HTMLTable(
      "Waits of more than five times the median, of channels whose messages come regularly",
      ["channel", "begins", "ends", "takes"]
    )
    var hidden: Int64 = 0
    let start = timeline.columns.start
    for channel in timeline.channels {
      let (longest, count) = channel.gaps
      hidden += count - Int64(longest.count)
      table.rows += longest.map { gap in
        [
          HTMLText.name(channel.topic), time(gap.start - min(start, gap.start)),
          time(gap.end - min(start, gap.end)), time(gap.end - gap.start),
        ]
      }
    }
    guard !table.rows.isEmpty else { return "" }
    let note = hidden > 0 ? HTMLText.note("\(hidden) shorter ones are not listed.") : ""
    return HTMLText.section("Gaps", table.folded("Gaps") + note)
  }

  private static func commands(_ survey: borrowing RecordingSurvey) -> String {
    let commands = survey.commands
    guard !commands.isEmpty else { return "" }
    let statuses = OutcomeStatus.allCases.filter { status in
      commands.contains { ($0.byStatus?[Int(status.rawValue)] ?? 0) > 0 }
    }
    var table = HTMLTable("How often", ["command", "events"] + statuses.map(\.name))
    for command in commands {
      table.rows.append(
        [HTMLText.name(command.name), NumberText.grouped(Int(clamping: command.count))]
          + statuses.map { status in
            command.byStatus.map { NumberText.grouped(Int(clamping: $0[Int(status.rawValue)])) }
              ?? missing
          }
      )
    }
    guard !survey.hasTrace else { return HTMLText.section("Commands", table.html) }
    for (name, counts) in (survey.timeline?.requests ?? []).sorted(by: { $0.command < $1.command })
    {
      let count = counts.reduce(0) { $0 + Int($1) }
      table.rows.append([HTMLText.name("requests of \(name)"), NumberText.grouped(count)])
    }
    let note =
      "The recording has no trace: nothing says how its events ended, or what was replied. A replay that records "
      + "makes a recording that has one."
    return HTMLText.section("Commands", table.html + HTMLText.note(HTMLText.escaped(note)))
  }

  private static func replies(_ survey: borrowing RecordingSurvey) -> String {
    guard !survey.replies.commands.isEmpty else { return "" }
    var table = HTMLTable(
      "How long requests waited, in recorded time",
      ["request", "replies", "p50", "max"]
    )
    for command in survey.replies.commands {
      table.rows.append([
        HTMLText.name(survey.name(of: command.command)),
        NumberText.grouped(Int(clamping: command.times.totalCount)),
        QuantityLabel.time(command.times.value(atPercentile: 50)),
        QuantityLabel.time(command.times.max),
      ])
    }
    return HTMLText.section("Replies", table.html)
  }

  private static func dialogs(_ survey: borrowing RecordingSurvey) -> String {
    guard survey.dialogs.count > 0 else { return "" }
    var table = HTMLTable(
      "What a page asked its user: the first of \(survey.dialogs.count)",
      ["at", "kind", "text", "answer"]
    )
    let start = survey.channels.filter { $0.count > 0 }.map(\.first).min() ?? 0
    for dialog in survey.dialogs.dialogs {
      table.rows.append([
        time(dialog.time - min(start, dialog.time)), HTMLText.name(dialog.kind),
        HTMLText.name(dialog.text),
        HTMLText.name(dialog.answer.json.line),
      ])
    }
    return HTMLText.section("Dialogs", table.html)
  }
}
