import KymoBridge
import KymoCore

/// A build's replay of a recording, without a load: how its events ended, and their digest.
struct CorpusReplay: Equatable {
  /// How the events of a command ended.
  struct Count: Equatable {
    /// The command.
    var name: String
    /// How many ended in each way, in the order of `OutcomeStatus`.
    var byStatus: [Int64]

    /// How many there were.
    var total: Int64 { byStatus.reduce(0, +) }
  }

  /// The digest over all outcomes, as it is printed.
  var digest: String
  /// How many outcomes there were.
  var events: Int
  /// The reference of the replay, in a word; `none` if there was none.
  var verification: String
  /// Where it first differs from the recording; nil if it does not, or nobody can tell.
  var divergence: String?
  /// Each command of the app.
  var counts: [Count]

  /// Reads what `kymo replay --format json` wrote.
  init(json: String) throws(BaselineError) {
    let reader = try ReportReader(json: json)
    let root = reader.root
    guard reader.schema?.hasPrefix("kymograph.replay/") == true else {
      throw .schema(reader.schema)
    }
    digest = try reader.text("digest", of: root)
    events = try reader.count("events", of: root)
    verification = try reader.text("verification", of: root)
    if let first = reader.document.member("firstDivergence", of: root),
      let index = reader.document.integer(
        of: reader.document.member("index", of: first) ?? first
      )
    {
      let command = reader.textIfThere("command", of: first)
      divergence = "step \(index)" + (command.map { ", \($0)" } ?? "")
    }
    counts = []
    for value in try reader.list("commands", of: root) {
      var byStatus: [Int64] = []
      for status in OutcomeStatus.allCases {
        byStatus.append(Int64(try reader.count("\(status)", of: value)))
      }
      counts.append(Count(name: try reader.text("name", of: value), byStatus: byStatus))
    }
  }
}
