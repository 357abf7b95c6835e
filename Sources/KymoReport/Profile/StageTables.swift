import KymoProfile
import KymoText

/// Where the time between event and reply went: a table for each command, a row for each stage and each of
/// its handlers.
struct StageTables {
  /// How many commands get a table.
  static let maximumCommands = 50

  private let profile: Profile
  /// All time of the thread, in ns.
  private let sum: Double

  init(_ profile: Profile) {
    self.profile = profile
    sum = profile.stages.reduce(0) {
      $0 + ($1.handler == nil && !$1.isBeside ? Double($1.total) : 0)
    }
  }

  /// The section; empty if no stage was timed.
  var html: String {
    var commands: [String?] = []
    var rows: [String?: [StageTime]] = [:]
    for stage in profile.stages {
      if rows[stage.command] == nil { commands.append(stage.command) }
      rows[stage.command, default: []].append(stage)
    }
    guard !commands.isEmpty else { return "" }
    let tables = commands.prefix(Self.maximumCommands).map { table($0, rows[$0] ?? []) }
    let left = commands.count - tables.count
    let more = left > 0 ? HTMLText.note("\(left) more commands were left out.") : ""
    let note = HTMLText.note(
      "The share is that of all stages of all commands, and of what lies between "
        + "events; events wait in their ring beside each other, which is no time of the thread. The cost of "
        + "the timers themselves is subtracted."
    )
    return HTMLText.section("Stages", tables.joined() + more + note)
  }

  /// A mean, to a tenth of a ns where that is something.
  private static func mean(_ mean: Double?) -> String {
    guard let mean, mean < 100 else { return QuantityLabel.time(mean.map { Int64($0.rounded()) }) }
    return "\(NumberText.fixed(mean, decimals: 1)) ns"
  }

  private func table(_ command: String?, _ stages: [StageTime]) -> String {
    var table = HTMLTable(
      command.map { String($0.prefix(HTMLText.longestName)) } ?? "for no command",
      ["stage", "count", "total", "share", "mean", "p50", "p90", "p99", "longest"]
    )
    for stage in stages {
      let mean = stage.count > 0 ? Double(stage.total) / Double(stage.count) : nil
      table.rows.append([
        stage.handler.map { "\u{21B3} \(HTMLText.name($0))" } ?? HTMLText.name(stage.stage),
        NumberText.grouped(stage.count),
        stage.isBeside ? QuantityLabel.missing : QuantityLabel.time(stage.total),
        sum > 0 && !stage.isBeside
          ? ProfilePage.percent(Double(stage.total) / sum) : QuantityLabel.missing,
        Self.mean(mean), QuantityLabel.time(stage.percentiles.p50),
        QuantityLabel.time(stage.percentiles.p90), QuantityLabel.time(stage.percentiles.p99),
        QuantityLabel.time(stage.longest),
      ])
    }
    return table.html
  }
}
