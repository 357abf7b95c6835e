/// The states that the machine was in while one build was measured again and again.
///
/// A host may run everything at one of two speeds, for seconds or for minutes each, whatever the process does. The
/// times of one build then lie in groups with nothing in between. They are found in BASE's own values alone, so
/// HEAD has no say in which pairs are set aside, and a set-aside pair favours neither. A state shows in both
/// measurements of BASE, at some time or other: where one of them is always the slower, it is not the machine's state.
public struct MachineStates: Sendable, Equatable {
  /// How far two neighbouring values of different states are apart at least, as a share.
  public static var gap: Double { 0.15 }
  /// How many values a state has at least; with many values, a twentieth of them.
  public static var minimumCount: Int { 3 }

  /// The median of each state in ns, the fastest first; empty without values.
  public let medians: [Double]
  /// The borders between the states, ascending.
  private let borders: [Double]

  /// Finds the groups in what rounds measured of BASE, and of BASE once more.
  ///
  /// - Complexity: O(n log n).
  public init(_ rounds: [GateRoundValues]) {
    let all = rounds.flatMap { [($0[.base], 1), ($0[.control], 0)] }.filter { $0.0 > 0 }
      .sorted { $0.0 < $1.0 }
    let sorted = all.map(\.0)
    let least = max(Self.minimumCount, sorted.count / 20)
    var borders: [Double] = []
    var medians: [Double] = []
    var start = 0
    func areBoth(_ range: Range<Int>) -> Bool {
      let count = all[range].reduce(0) { $0 + $1.1 }
      return range.count >= least && 0 < count && count < range.count
    }
    for index in sorted.indices.dropFirst()
    where sorted[index] > sorted[index - 1] * (1 + Self.gap) {
      guard areBoth(start..<index), areBoth(index..<all.count) else { continue }
      borders.append((sorted[index] * sorted[index - 1]).squareRoot())
      if let median = Array(sorted[start..<index]).median { medians.append(median) }
      start = index
    }
    if let median = Array(sorted[start...]).median { medians.append(median) }
    self.borders = borders
    self.medians = medians
  }

  /// Whether there was more than one.
  public var isSeveral: Bool { !borders.isEmpty }

  /// Which state a value belongs to, from 0.
  ///
  /// - Complexity: O(states).
  func state(of value: Double) -> Int { borders.count { value > $0 } }

  /// Whether BASE and BASE once more, between which HEAD was measured, saw different states.
  ///
  /// A value that is missing says nothing.
  func isMixed(_ round: GateRoundValues) -> Bool {
    guard isSeveral, round[.base] > 0, round[.control] > 0 else { return false }
    return state(of: round[.base]) != state(of: round[.control])
  }
}
