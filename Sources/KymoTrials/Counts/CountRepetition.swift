import KymoBench
import KymoReport

/// A count that was made twice.
package struct CountRepetition: Equatable {
  /// Up to which share of the instructions two counts are as good as the same.
  ///
  /// A library may look at the time of day: libsndfile seeds its random numbers with it, and steps through them
  /// at every file that is opened, which leaves some ten instructions among a hundred million. So do addresses that
  /// are random.
  static let tolerance = 1e-5
  /// The same where an engine runs scripts, of the difference of two runs that were each counted twice.
  static let scriptTolerance = 2e-4

  /// By how many instructions the counts differ.
  package let instructions: Int64
  /// Whether they agree in everything that was counted besides.
  package let agreesOtherwise: Bool
  private let counted: Int64
  private let tolerance: Double

  /// Compares two counts; nil if the instructions are missing in one of them.
  package init?(first: CommandCounts, second: CommandCounts, hasScripts: Bool = false) {
    tolerance = hasScripts ? Self.scriptTolerance : Self.tolerance
    guard let one = first[.instructions].count, let other = second[.instructions].count else {
      return nil
    }
    counted = one
    instructions = abs(one - other)
    agreesOtherwise = CountedFigure.allCases.allSatisfy {
      $0 == .instructions || first[$0] == second[$0]
    }
  }

  /// Counts a run until two counts are the same, but for ``tolerance``.
  ///
  /// - Parameters:
  ///   - name: what the run is called in the reason.
  ///   - attempts: how often it is counted at most, at least 2.
  ///   - count: counts it.
  /// - Returns: the last count.
  /// - Throws: what `count` throws, and that no two counts are the same.
  static func repeated(
    _ name: String,
    attempts: Int,
    count: () throws(CountUnavailable) -> CallgrindProfile
  ) throws(CountUnavailable) -> CallgrindProfile {
    precondition(attempts >= 2, "one count is not the same as another")
    var former: [CallgrindProfile] = []
    for _ in 0..<attempts {
      let profile = try count()
      let isSame = former.contains {
        Double(($0.instructions - profile.instructions).magnitude)
          <= tolerance * Double($0.instructions) && $0.allocations == profile.allocations
      }
      if isSame { return profile }
      former.append(profile)
    }
    let last = former.suffix(2)
    func text(_ figure: KeyPath<CallgrindProfile, Int64>) -> String {
      last.map { "\($0[keyPath: figure])" }.joined(separator: " and ")
    }
    throw CountUnavailable(
      (attempts == 2
        ? "two runs of \(name) differ: " : "no two of \(attempts) runs of \(name) are the same: ")
        + "\(text(\.instructions)) instructions, \(text(\.allocations)) allocations"
    )
  }

  /// Whether everything is the same, to the last instruction.
  package var isExact: Bool { instructions == 0 && agreesOtherwise }

  /// Whether the figures may be compared with others.
  package var isValid: Bool {
    agreesOtherwise && Double(instructions) <= tolerance * Double(counted)
  }
}
