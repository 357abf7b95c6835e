import KymoBench
import KymoReport

/// A count that was made twice.
struct CountRepetition: Equatable {
  /// Up to which share of the instructions two counts are as good as the same.
  ///
  /// A library may look at the time of day: libsndfile seeds its random numbers with it, and steps through them
  /// at every file that is opened, which leaves some ten instructions among a hundred million.
  static let tolerance = 1e-5
  /// The same where an engine runs scripts, whose own threads leave some hundred instructions in any count.
  static let scriptTolerance = 1e-4

  /// By how many instructions the counts differ.
  let instructions: Int64
  /// Whether they agree in everything that was counted besides.
  let agreesOtherwise: Bool
  private let counted: Int64
  private let tolerance: Double

  /// Compares two counts; nil if the instructions are missing in one of them.
  init?(first: CommandCounts, second: CommandCounts, hasScripts: Bool = false) {
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

  /// Whether everything is the same, to the last instruction.
  var isExact: Bool { instructions == 0 && agreesOtherwise }

  /// Whether the figures may be compared with others.
  var isValid: Bool {
    agreesOtherwise && Double(instructions) <= tolerance * Double(counted)
  }
}
