import CPeers

/// How fast the cores see each other's writes at the moment.
///
/// A virtual machine flips between states within seconds, and everything that crosses the cores with it: a
/// figure from one state says nothing about another, and a ratio counts only within a round.
public enum MachineState: String, Codable, CaseIterable {
  /// A line passes within 6 ns.
  case fast
  /// Within 20 ns.
  case middle
  /// In 20 ns or more.
  case slow

  /// The state in which a cache line takes so long from one core to the other, in ns.
  public init(lineNanoseconds: Double) {
    self = lineNanoseconds < 6 ? .fast : lineNanoseconds < 20 ? .middle : .slow
  }

  /// The states in words, for the reader of a table.
  public static let legend =
    "fast: a cache line passes between the cores in less than 6 ns, "
    + "middle: in less than 20 ns, slow: in more"

  /// What a cache line takes from one core to the other now, in ns; 0 if there is no second core.
  ///
  /// - Complexity: some 0.1 ms; the median of three tries.
  public static func lineNanoseconds() -> Double {
    let tries = (0..<3).map { _ in peers_line_ns(4000) }.sorted()
    return max(0, tries[1])
  }

  /// How often each state was seen: "fast × 5, slow × 2".
  public static func summary(_ lines: [Double]) -> String {
    let states = lines.filter { $0 > 0 }.map(MachineState.init(lineNanoseconds:))
    let parts = allCases.compactMap { state -> String? in
      let count = states.count { $0 == state }
      return count > 0 ? "\(state.rawValue) × \(count)" : nil
    }
    return parts.isEmpty ? "state unknown" : parts.joined(separator: ", ")
  }
}
