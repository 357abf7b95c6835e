import KymoText

/// The replays, and the commands of the apps that occur in the recordings of a corpus.
struct CorpusCoverageTables {
  let corpus: CorpusSummary

  /// The sections; those without rows are left out.
  var html: String { replays + coverage }

  private var replays: String {
    guard !corpus.replays.isEmpty else { return "" }
    var table = HTMLTable(
      "The digest is that of the digests of all recordings",
      ["command", "build", "recordings", "outcomes", "digest"]
    )
    table.rows = corpus.replays.map { replays in
      [
        HTMLText.breakable(replays.words.joined(separator: " ")), HTMLText.name(replays.build),
        NumberText.grouped(replays.recordings), NumberText.grouped(replays.events),
        replays.digest.map { "<code>\(HTMLText.name($0))</code>" } ?? QuantityLabel.missing,
      ]
    }
    return HTMLText.section("Replays", table.html)
  }

  private var coverage: String {
    let tables = corpus.coverage.filter { !$0.commands.isEmpty }.map { app in
      let occurring = app.commands.filter { $0.recordings > 0 }
      var table = HTMLTable(
        "\(occurring.count) of \(app.commands.count) commands of \(app.app) occur",
        ["command", "events", "recordings"]
      )
      let never = app.commands.filter { $0.recordings == 0 }
      table.rows = (never + occurring).map { command in
        let isMissing = command.recordings == 0
        return [
          HTMLText.name(command.name),
          command.events.map(QuantityLabel.count) ?? (isMissing ? "0" : QuantityLabel.missing),
          isMissing
            ? (corpus.needsCoverage ? "<strong class=\"slower\">never</strong>" : "never")
            : NumberText.grouped(command.recordings),
        ]
      }
      return table.html
    }
    return HTMLText.section("Commands that occur", tables.joined())
  }
}
