import KymoBench
import KymoText

/// Load in stages as a page to look at: a table of the stages, one of the commands of each, and what speaks against
/// them.
struct StagePage {
  let load: StagedLoad
  let context: ExportContext

  /// The whole document.
  var html: String {
    HTMLPage(
      head: head,
      state: load.isValid ? nil : "INVALID",
      sections: (context.limits?.html ?? "") + stages + commands,
      foot: foot,
      program: context.program
    ).html
  }

  private var head: PageHead {
    PageHead(
      command: "\(context.tool) bench --stage",
      subject: context.recording,
      verdict: PageVerdict(
        reasons: load.isValid ? [] : load.reasons,
        praise: "The load of every stage was offered and served as planned",
        figures: "the figures of these stages",
        limits: context.limits
      )
    )
  }

  private var foot: PageFoot {
    PageFoot(
      context,
      [
        ("stages", "\(load.stages.count), one after the other with the same handlers"),
        ("digest", "<code>\(HTMLText.escaped(context.digest))</code>"),
      ]
    )
  }

  private static let times = ["p50", "p90", "p99", "p99.9", "max"]

  private static func cells(_ response: LatencySummary) -> [String] {
    let values = [
      response.p50, response.p90, response.p99, response.p999,
      response.count > 0 ? response.max : nil,
    ]
    return values.map { QuantityLabel.time($0) }
  }

  private var stages: String {
    var table = HTMLTable(
      "Response time of all commands by stage",
      ["stage", "planned", "offered, events/s", "achieved, events/s", "events"] + Self.times
        + ["verdict"]
    )
    for (index, stage) in load.stages.enumerated() {
      let result = stage.result
      let word = result.validity.word
      table.rows.append(
        ["\(index + 1)", stage.plannedText, QuantityLabel.number(result.offered.rate)]
          + [QuantityLabel.number(result.measured.rate), QuantityLabel.count(result.overall.count)]
          + Self.cells(result.overall.response)
          + [result.valid ? word : "<strong class=\"slower\">\(word)</strong>"]
      )
    }
    return HTMLText.section("Stages", table.html)
  }

  private var commands: String {
    let tables = load.stages.enumerated().map { index, stage in
      var table = HTMLTable(
        "Response time in stage \(index + 1)",
        ["command", "events"] + Self.times + ["service p99"]
      )
      for row in ExportRow.all(stage.result) where row.report.count > 0 {
        table.rows.append(
          [HTMLText.name(row.name), QuantityLabel.count(row.report.count)]
            + Self.cells(row.report.response) + [QuantityLabel.time(row.report.service.p99)]
        )
      }
      return table.html
    }
    return HTMLText.section("Commands", tables.joined())
  }
}

extension StagedLoad {
  /// The stages as a page to look at, in one file: `kymo bench --stage --export html`.
  ///
  /// - Parameter context: what was measured, and by what; equal ones give equal text.
  /// - Returns: HTML that ends in a newline.
  func html(_ context: ExportContext) -> String {
    StagePage(load: self, context: context).html
  }
}
