/// The service time of a command in several rounds of the same work, events back to back.
///
/// Each round says its median, of which a neighbour on the machine can make a part longer and none shorter. The
/// fastest round is the one with the fewest neighbours: a figure of the handlers, and of no load.
public struct FastestService: Sendable, Equatable {
  /// The name of the command.
  public let name: String
  /// How many of its events a round has.
  public let count: Int64
  /// The median of each round in ns, ascending; empty if a round has fewer than 20 of its events.
  public let medians: [Int64]

  /// The median of the fastest round, in ns; nil if there is none.
  public var fastest: Int64? { medians.first }
  /// The median of the round in the middle, in ns; nil if there is none.
  public var middle: Int64? { medians.isEmpty ? nil : medians[medians.count / 2] }
  /// The median of the slowest round, in ns; nil if there is none.
  public var slowest: Int64? { medians.last }

  /// The commands of equal rounds, without those that had no event.
  static func list(_ rounds: [LoadResult]) -> [FastestService] {
    guard let first = rounds.first else { return [] }
    return first.commands.enumerated().compactMap { index, command in
      guard command.count > 0 else { return nil }
      return FastestService(
        name: command.name,
        count: command.count,
        medians: rounds.compactMap { $0.commands[index].service.p50 }.sorted()
      )
    }
  }
}
