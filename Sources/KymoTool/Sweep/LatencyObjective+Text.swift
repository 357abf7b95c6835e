import KymoBench
import KymoCommandLine
import KymoReport

extension LatencyObjective {
  /// Reads `p99=100us`, or `accel:p99=100us` for one command.
  ///
  /// - Throws: what is wrong with the text.
  init(text: String) throws(CommandFailure) {
    let example = "such as p99=100us or accel:p99.9=2ms"
    guard let separator = text.lastIndex(of: "=") else {
      throw .usage("--slo wants [COMMAND:]PERCENTILE=TIME, \(example), not '\(text)'")
    }
    var name = text[..<separator]
    var command: String?
    if let colon = name.lastIndex(of: ":") {
      command = String(name[..<colon])
      name = name[name.index(after: colon)...]
    }
    let known = ObjectivePercentile.allCases.map(\.rawValue)
    guard let percentile = ObjectivePercentile(rawValue: String(name)) else {
      throw .usage("--slo knows \(known.joined(separator: ", ")), not '\(name)'")
    }
    let time = String(text[text.index(after: separator)...])
    guard let limit = DurationText.nanosecondsOfUnit(time), limit > 0 else {
      throw .usage("--slo wants a time above 0 with its unit, \(example), not '\(time)'")
    }
    self.init(percentile, atMost: limit, of: command == "all" ? nil : command)
  }
}
