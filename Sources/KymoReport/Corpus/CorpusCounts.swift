import KymoBench
import KymoBridge

/// The counts of a build's handlers, for all that can be counted, as `kymo count` has them.
struct CorpusCounts: Equatable {
  /// The figures that are compared, and what share more is allowed of each.
  static let figures: [(name: String, allowedShare: Double)] = [
    ("instructions", 0.01), ("allocations", 0), ("systemCalls", 0),
  ]

  /// The figures of a command.
  struct Command: Equatable {
    /// The command.
    var name: String
    /// How many of its events the recording has.
    var recorded: Int64
    /// How many were counted.
    var events: Int
    /// Totals over those events, in the order of ``figures``; nil where they cannot be had.
    var totals: [Int64?]
  }

  /// Each command.
  var commands: [Command]

  /// Reads what `kymo count --format json` wrote.
  init(json: String) throws(BaselineError) {
    let reader = try ReportReader(json: json)
    guard reader.schema?.hasPrefix("kymograph.counts/") == true else {
      throw .schema(reader.schema)
    }
    commands = []
    for value in try reader.list("commands", of: reader.root) {
      var totals: [Int64?] = []
      for figure in Self.figures {
        totals.append(try reader.numberIfThere(figure.name, of: value).map { Int64($0) })
      }
      commands.append(
        Command(
          name: try reader.text("name", of: value),
          recorded: Int64(try reader.count("recordedEvents", of: value)),
          events: try reader.count("countedEvents", of: value),
          totals: totals
        )
      )
    }
  }
}
