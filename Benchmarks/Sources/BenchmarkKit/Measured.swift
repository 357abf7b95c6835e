import Foundation

/// A ratio that was measured: a row of the table, and a line of the file that KYMOGRAPH_MEASURED names.
///
/// The file has a JSON object a line, so that the benchmarks, each a program, can add to the same one.
public struct Measured: Codable {
  /// What is measured, in the words of the table.
  public var measure: String
  /// The way of ours that was run.
  public var way: String
  /// What it ran beside, in the same rounds.
  public var peers: [String]
  /// The unit of `values`: "times" for a ratio, or "ns", "M/s" and so on for a figure by itself.
  public var unit: String
  /// One value a round.
  public var values: [Double]
  /// What a cache line took between the cores before each round, in ns; none if nobody looked.
  public var lines: [Double]
  /// What the median is held to.
  public var goal: String
  /// Whether the median reaches the goal; `nil` if there is none.
  public var isReached: Bool?
  /// Where the time of the way goes, if it does not reach the goal; `nil` if nobody looked.
  public var profile: WayProfile?
  /// The machine and the commit, when it was measured; `nil` for what is only printed.
  public var machine: MachineDescription?

  /// Notes `values`, whose median is held to `goal`, and prints them as a line.
  ///
  /// - Parameters:
  ///   - measure: what is measured, in the words of the table.
  ///   - way: the way of ours that was run.
  ///   - peers: what it ran beside.
  ///   - unit: the unit of the values.
  ///   - values: one a round.
  ///   - lines: what a cache line took before each round, in ns.
  ///   - goal: what the median is held to.
  ///   - profile: looks where the time goes; it is asked if the goal is not reached.
  /// - Precondition: there are values.
  @discardableResult
  public init(
    _ measure: String,
    of way: String,
    to peers: [String],
    unit: String = "times",
    values: [Double],
    lines: [Double] = [],
    goal: Goal,
    profile: () -> WayProfile? = { nil }
  ) {
    precondition(!values.isEmpty, "\(measure) was not measured")
    self.measure = measure
    self.way = way
    self.peers = peers
    self.unit = unit
    self.values = values
    self.lines = lines
    self.goal = goal.text
    isReached = goal.isReached(by: values.sorted()[values.count / 2])
    let verdict = isReached.map { $0 ? ", reached" : ", NOT reached" } ?? ""
    print(
      "  → \(measure), \(way)\(peers.isEmpty ? "" : " to " + peers.joined(separator: " / ")): "
        + "\(trimmed(median)) \(unit)  [\(trimmed(lowest)) to \(trimmed(highest))]"
        + "  goal \(self.goal)\(verdict)"
    )
    if isReached == false, let found = profile() {
      self.profile = found
      print("    its time, of \(found.samples) samples: \(found.text)")
    }
    append()
  }

  /// The median of the values.
  public var median: Double { values.sorted()[values.count / 2] }
  /// The lowest of the values.
  public var lowest: Double { values.min() ?? 0 }
  /// The highest of the values.
  public var highest: Double { values.max() ?? 0 }

  /// Adds the line to the file, if there is one.
  private func append() {
    guard let path = ProcessInfo.processInfo.environment["KYMOGRAPH_MEASURED"], !path.isEmpty else {
      return
    }
    var noted = self
    noted.machine = MachineDescription()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      var line = try encoder.encode(noted)
      line.append(UInt8(ascii: "\n"))
      if !FileManager.default.fileExists(atPath: path) {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
      }
      guard let file = FileHandle(forWritingAtPath: path) else {
        preconditionFailure("\(path) cannot be written")
      }
      try file.seekToEnd()
      try file.write(contentsOf: line)
      try file.close()
    } catch { preconditionFailure("\(path): \(error)") }
  }
}

/// A number with two decimals.
func trimmed(_ value: Double) -> String { String(fixed(value).drop { $0 == " " }) }
